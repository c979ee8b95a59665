/** What a site may publish beside llms.txt: its full text, and both files for single sections. */
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { check, couldNotSee, judge, notApplicable, whereFound } from './check.ts';
import { faulty, found, missing, timedOut } from './examples.ts';

const LLMS_TXT = { label: 'The llms.txt proposal', url: 'https://llmstxt.org/' };
const COMMON = { category: 'content-for-agents', principle: 'P2' } as const;

/** What examples have at the root. */
const ROOT = found(parseLlmsTxt('# Site', 'https://site.example/llms.txt'), { path: '/llms.txt' });
const FULL = found({ characters: 6 }, { path: '/llms-full.txt', text: '# Full' });

export const llmsCompanionChecks = [
  check({
    ...COMMON,
    id: 'llms-full-txt',
    keyword: 'may',
    label: 'llms-full.txt is published',
    goal: 'An agent with room in its context reads all the documentation in one request.',
    fix: 'Serve the text of all pages that llms.txt lists, joined to one Markdown file, at /llms-full.txt.',
    resources: [LLMS_TXT],
    needs: [],
    uses: ['llmsTxt', 'llmsFullTxt'],
    evaluate({ llmsTxt, llmsFullTxt }, { siteType }) {
      if (siteType !== 'content') {
        if (llmsTxt.state === 'unseen') return couldNotSee(llmsTxt);
        if (llmsTxt.state !== 'found') return notApplicable(llmsTxt.evidence);
      }
      return llmsFullTxt.state === 'unseen' ? couldNotSee(llmsFullTxt) : judge(llmsFullTxt);
    },
    examples: [
      {
        title: 'beside llms.txt',
        given: { llmsTxt: ROOT, llmsFullTxt: FULL },
        expect: 'pass',
      },
      {
        title: 'not there',
        given: { llmsTxt: ROOT, llmsFullTxt: missing('/llms-full.txt') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'an HTML page',
        given: { llmsTxt: ROOT, llmsFullTxt: faulty('/llms-full.txt', 'an HTML page') },
        expect: 'broken',
      },
      {
        title: 'no llms.txt either',
        given: { llmsTxt: missing('/llms.txt'), llmsFullTxt: missing('/llms-full.txt') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'a content site without llms.txt',
        siteType: 'content',
        given: { llmsTxt: missing('/llms.txt'), llmsFullTxt: missing('/llms-full.txt') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'llms.txt could not be seen',
        given: { llmsTxt: timedOut('/llms.txt'), llmsFullTxt: FULL },
        expect: 'error',
      },
      {
        title: 'it could not be seen itself',
        given: { llmsTxt: ROOT, llmsFullTxt: timedOut('/llms-full.txt') },
        expect: 'error',
      },
    ],
  }),

  check({
    ...COMMON,
    id: 'llms-txt-scoped',
    keyword: 'may',
    label: 'Sections of the site have an llms.txt of their own',
    goal: 'An agent that needs one section reads the index of that section only.',
    fix: 'Serve an llms.txt in each large section (for example /docs/llms.txt) that lists the pages of that section, and link it from /llms.txt.',
    resources: [LLMS_TXT],
    needs: ['llmsTxt', 'llmsTxtScoped'],
    evaluate: ({ llmsTxt, llmsTxtScoped }) => whereFound(llmsTxt, () => judge(llmsTxtScoped)),
    examples: [
      {
        title: 'in a directory',
        given: {
          llmsTxt: ROOT,
          llmsTxtScoped: found({ characters: 9 }, { path: '/docs/llms.txt' }),
        },
        expect: 'pass',
      },
      {
        title: 'in none',
        given: { llmsTxt: ROOT, llmsTxtScoped: missing('/docs/llms.txt') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'no llms.txt',
        given: { llmsTxt: missing('/llms.txt'), llmsTxtScoped: missing('/llms.txt') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    ...COMMON,
    id: 'llms-full-txt-scoped',
    keyword: 'may',
    label: 'Sections of the site have an llms-full.txt of their own',
    goal: 'An agent reads all of one section in one request, without the rest of the site.',
    fix: 'Serve an llms-full.txt in each large section (for example /docs/llms-full.txt) with the text of the pages of that section.',
    resources: [LLMS_TXT],
    needs: ['llmsFullTxt', 'llmsFullTxtScoped'],
    evaluate: ({ llmsFullTxt, llmsFullTxtScoped }) => whereFound(llmsFullTxt, () => judge(llmsFullTxtScoped)),
    examples: [
      {
        title: 'in a directory',
        given: {
          llmsFullTxt: FULL,
          llmsFullTxtScoped: found({ characters: 9 }, { path: '/docs/llms-full.txt' }),
        },
        expect: 'pass',
      },
      {
        title: 'in none',
        given: { llmsFullTxt: FULL, llmsFullTxtScoped: missing('/docs/llms-full.txt') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'no llms-full.txt',
        given: { llmsFullTxt: missing('/llms-full.txt'), llmsFullTxtScoped: missing('/llms-full.txt') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
