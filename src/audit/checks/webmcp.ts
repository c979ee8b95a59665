/** The tools that a page gives to agents in the browser. */

import { parseJsonText } from '../../base/json.ts';
import type { HtmlScript } from '../parse/html-facts.ts';
import { absent, broken, type Check, check, notApplicable, pass } from './check.ts';

/** Where browsers give the registry to scripts: the draft moved it from the navigator to the document in 2026. */
const REGISTRY = /\b(navigator|document)\.modelContext\b/;

/** A script that registers tools, by what it says before it runs. */
function registersTools({ src, type, text }: HtmlScript): boolean {
  const runs =
    type === undefined || type === 'module' || /^(text|application)\/(java|ecma)script$/.test(type);
  return src === undefined && runs && REGISTRY.test(text);
}

export const webmcpChecks: readonly Check[] = [
  /**
   * Applies where `/` is HTML, with or without an MCP endpoint. A declaration in an `application/webmcp+json` script, forms
   * with `toolname`, or an inline script that names the registry passes; a declaration that is not JSON is broken.
   */
  check('webmcp', {
    needs: ['rootHtml'],
    evaluate({ rootHtml }) {
      if (rootHtml.state !== 'found') return notApplicable(rootHtml.evidence);
      const { value, evidence } = rootHtml;
      const declared = value.scripts.find(({ type }) => type === 'application/webmcp+json');
      if (declared !== undefined && declared.src === undefined && !parseJsonText(declared.text).ok)
        return broken(evidence, 'an application/webmcp+json script that is not JSON');
      if (declared !== undefined) return pass(evidence, 'an application/webmcp+json script');
      if (value.toolForms > 0) return pass(evidence, 'forms with toolname');
      return value.scripts.some(registersTools)
        ? pass(evidence, 'modelContext in a script')
        : absent(evidence, 'no WebMCP tools');
    },
  }),
];
