/** Examples of the checks in ../llms-companions.ts. */
import { parseLlmsTxt } from '../../parse/llms-txt.ts';
import { faulty, found, missing, timedOut } from './answers.ts';
import type { Examples } from './example.ts';

/** What examples have at the root. */
const ROOT = found(parseLlmsTxt('# Site', 'https://site.example/llms.txt'), { path: '/llms.txt' });

const FULL = found({ characters: 6 }, { path: '/llms-full.txt', text: '# Full' });

export const llmsCompanionsExamples = {
  'llms-full-txt': [
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

  'llms-txt-scoped': [
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

  'llms-full-txt-scoped': [
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
} satisfies Examples;
