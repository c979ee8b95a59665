/** What a sample of pages says to a reader. */
import type { PageSample, SampledPage } from '../scorecard/page-sample.ts';
import { plural } from './words.ts';

/** Checks that are not on some pages as on the home page: by check and by what is so there, in the order of the checks. */
export function differencesOf({ checks, pages }: PageSample) {
  const found = pages.flatMap(({ url, differences }) => differences.map((one) => ({ ...one, url })));
  const groups = Map.groupBy(found, ({ check, here }) => `${check} ${here}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined
        ? []
        : [{ ...first, pages: group.map(({ url, evidence }) => ({ url, evidence })) }];
    })
    .toSorted((a, b) => checks.indexOf(a.check) - checks.indexOf(b.check));
}

/** The pages that were not seen as pages of the site. */
export function inconclusivePages({ pages }: PageSample): readonly SampledPage[] {
  return pages.filter(({ seen }) => !seen);
}

/** The sample in a few sentences. May quote the site. */
export function sampleText(sample: PageSample): string {
  const { problem, pages, listed, more, checks } = sample;
  if (problem !== null) return `No page was looked at: ${problem}.`;
  const seen = pages.filter((page) => page.seen);
  const differing = seen.filter(({ differences }) => differences.length > 0);
  const found = new Set(differing.flatMap(({ differences }) => differences.map(({ check }) => check)));
  const partly = seen.filter(({ unseen }) => unseen.length > 0).length;
  const asked = `${pages.length} of the ${listed}${more ? ' or more' : ''} pages that the sitemap lists were asked for`;
  const could = seen.length === pages.length ? '' : `, and ${seen.length} could be seen`;
  const says =
    differing.length === 0
      ? `${plural(checks.length, 'check says', 'checks say')} the same as on the home page`
      : `${plural(differing.length, 'page differs', 'pages differ')} from the home page, in ${found.size} of ${plural(checks.length, 'check')}`;
  return [
    `${asked}${could}.`,
    ...(seen.length === 0 ? [] : [`${says}.`]),
    ...(partly === 0 ? [] : [`On ${plural(partly, 'page')} not every check could be judged.`]),
    'Scores are of the home page alone.',
  ].join(' ');
}
