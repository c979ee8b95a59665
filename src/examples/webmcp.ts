/** Examples of the checks in ../checks/webmcp.ts. */
import { htmlPage, missing } from './answers.ts';
import type { Examples } from './example.ts';

export const webmcpExamples = {
  webmcp: [
    {
      title: 'a declaration',
      given: { rootHtml: htmlPage('<script type="application/webmcp+json">{"tools":[]}</script>') },
      expect: 'pass',
    },
    {
      title: 'a script that registers',
      given: { rootHtml: htmlPage('<script>navigator.modelContext.registerTool({})</script>') },
      expect: 'pass',
    },
    {
      title: 'a script that registers, by the newer name',
      given: { rootHtml: htmlPage('<script>document.modelContext?.registerTool({})</script>') },
      expect: 'pass',
    },
    {
      title: 'a form',
      given: { rootHtml: htmlPage('<form toolname="search" action="/s"><input name="q"></form>') },
      expect: 'pass',
    },
    {
      title: 'a declaration that is not JSON',
      given: { rootHtml: htmlPage('<script type="application/webmcp+json">{tools</script>') },
      expect: 'broken',
    },
    {
      title: 'only spoken of',
      given: { rootHtml: htmlPage('<p>navigator.modelContext</p><!-- <form toolname="x"> -->') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'the root is not HTML',
      given: { rootHtml: missing('/') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
