/** Can an agent find what the site has for it? */

import { absent, check, judge, notApplicable, pass } from './check.ts';
import { linkChecks } from './links.ts';
import { notFoundChecks } from './not-found.ts';

export const discoverabilityChecks = [
  check('robots', {
    needs: ['robots'],
    evaluate: ({ robots }) => judge(robots),
  }),
  check('sitemap', {
    needs: ['sitemap'],
    evaluate: ({ sitemap }) =>
      judge(sitemap, ({ value, evidence }) =>
        pass(evidence, `${value.kind} of ${value.locations.length}${value.more ? ' or more' : ''}`),
      ),
  }),
  ...linkChecks,
  ...notFoundChecks,
  check('dns-aid', {
    needs: ['dnsAid'],
    evaluate: ({ dnsAid }) => {
      if (dnsAid.state === 'inapplicable') return notApplicable(dnsAid.evidence);
      return dnsAid.state === 'found' ? pass(dnsAid.evidence) : absent(dnsAid.evidence);
    },
  }),
];
