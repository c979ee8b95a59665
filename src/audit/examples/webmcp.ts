/** Examples of the checks in ../checks/webmcp.ts. */
import { htmlPage, missing } from './answers.ts';
import { cases, type Examples } from './example.ts';

export const webmcpExamples = {
  webmcp: cases('rootHtml', [
    ['pass', 'a declaration', htmlPage('<script type="application/webmcp+json">{"tools":[]}</script>')],
    ['pass', 'a script that registers', htmlPage('<script>navigator.modelContext.registerTool({})</script>')],
    [
      'pass',
      'a script that registers, by the newer name',
      htmlPage('<script>document.modelContext?.registerTool({})</script>'),
    ],
    ['pass', 'a form', htmlPage('<form toolname="search" action="/s"><input name="q"></form>')],
    [
      'broken',
      'a declaration that is not JSON',
      htmlPage('<script type="application/webmcp+json">{tools</script>'),
    ],
    [
      'optional-absent',
      'only spoken of',
      htmlPage('<p>navigator.modelContext</p><!-- <form toolname="x"> -->'),
    ],
    ['antecedent-unmet', 'the root is not HTML', missing('/')],
  ]),
} satisfies Examples;
