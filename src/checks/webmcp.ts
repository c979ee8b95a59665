/** The tools that a page gives to agents in the browser. */

import type { HtmlScript } from '../parse/html.ts';
import { parseJsonText } from '../parse/json.ts';
import { absent, broken, type Check, check, notApplicable, pass, withDetail } from './check.ts';
import { htmlPage, missing } from './examples.ts';

/** Where browsers give the registry to scripts: the draft moved it from the navigator to the document in 2026. */
const REGISTRY = /\b(navigator|document)\.modelContext\b/;

/** A script that registers tools, by what it says before it runs. */
function registersTools({ src, type, text }: HtmlScript): boolean {
  const runs =
    type === undefined || type === 'module' || /^(text|application)\/(java|ecma)script$/.test(type);
  return src === undefined && runs && REGISTRY.test(text);
}

export const webmcpChecks: readonly Check[] = [
  check({
    id: 'webmcp',
    category: 'mcp',
    keyword: 'may',
    principle: 'P2',
    label: 'WebMCP tools on the home page',
    goal: 'An agent in the browser calls the functions of the page as tools, instead of guessing at its buttons.',
    fix: 'Declare tools on the home page: forms with `toolname` and `tooldescription`, `document.modelContext.registerTool(…)` (before: `navigator.modelContext`) in a script of the page, or an `application/webmcp+json` script.',
    resources: [{ label: 'WebMCP', url: 'https://webmachinelearning.github.io/webmcp/' }],
    needs: ['rootHtml'],
    evaluate({ rootHtml }) {
      if (rootHtml.state !== 'found') return notApplicable(rootHtml.evidence);
      const { value, evidence } = rootHtml;
      const declared = value.scripts.find(({ type }) => type === 'application/webmcp+json');
      if (declared !== undefined && declared.src === undefined && !parseJsonText(declared.text).ok)
        return broken(withDetail(evidence, 'an application/webmcp+json script that is not JSON'));
      if (declared !== undefined) return pass(withDetail(evidence, 'an application/webmcp+json script'));
      if (value.toolForms > 0) return pass(withDetail(evidence, 'forms with toolname'));
      return value.scripts.some(registersTools)
        ? pass(withDetail(evidence, 'modelContext in a script'))
        : absent(withDetail(evidence, 'no WebMCP tools'));
    },
    examples: [
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
  }),
];
