/** What a site may publish beside llms.txt: its full text, and both files for single sections. */
import { check, couldNotSee, judge, notApplicable, whereFound } from './check.ts';

export const llmsCompanionChecks = [
  check('llms-full-txt', {
    needs: [],
    uses: ['llmsTxt', 'llmsFullTxt'],
    evaluate({ llmsTxt, llmsFullTxt }, { siteType }) {
      if (siteType !== 'content') {
        if (llmsTxt.state === 'unseen') return couldNotSee(llmsTxt);
        if (llmsTxt.state !== 'found') return notApplicable(llmsTxt.evidence);
      }
      return llmsFullTxt.state === 'unseen' ? couldNotSee(llmsFullTxt) : judge(llmsFullTxt);
    },
  }),

  check('llms-txt-scoped', {
    needs: ['llmsTxt', 'llmsTxtScoped'],
    evaluate: ({ llmsTxt, llmsTxtScoped }) => whereFound(llmsTxt, () => judge(llmsTxtScoped)),
  }),

  check('llms-full-txt-scoped', {
    needs: ['llmsFullTxt', 'llmsFullTxtScoped'],
    evaluate: ({ llmsFullTxt, llmsFullTxtScoped }) => whereFound(llmsFullTxt, () => judge(llmsFullTxtScoped)),
  }),
];
