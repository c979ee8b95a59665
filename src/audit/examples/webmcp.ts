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
    // Pages that load scripts. These may register tools, but the audit does not run them.
    ...[
      '<script src="/app.js"></script>',
      '<script type="module" src="https://cdn.example/a.mjs" async></script>',
      '<script type="module">import "./app.js"</script>',
      '<script>const s = document.createElement("script"); s.src = "/x.js"</script>',
    ].map(
      (script) =>
        [
          'antecedent-unmet',
          `a page that loads scripts: ${script}`,
          htmlPage(script),
          'in the HTML; the audit does not run scripts',
        ] as const,
    ),
    [
      'optional-absent',
      'scripts that load none',
      htmlPage('<script>let important = 1</script><script type="application/json" src="/a.json"></script>'),
      'no WebMCP tools',
    ],
    ['antecedent-unmet', 'the root is not HTML', missing('/')],
  ]),
} satisfies Examples;
