/** Checks for WebMCP, a way for a page to offer tools to agents in the browser. */

import { parseJsonText } from '../../base/json.ts';
import type { HtmlScript } from '../parse/html-facts.ts';
import { absent, broken, type Check, check, notApplicable, pass } from './check.ts';

/** Matches the object with which scripts offer tools. In 2026, the WebMCP draft moved it from `navigator` to `document`. */
const REGISTRY = /\b(navigator|document)\.modelContext\b/;

/** Matches code that loads another script, with `import` or a new `script` element. */
const LOADS = /\bimport\s{0,20}(?:[("'{*]|[\w$]{1,100}\s{1,20}from\b)|createElement\(\s{0,20}["']script["']/;

function registersTools(script: HtmlScript): boolean {
  return script.src === undefined && isJavaScript(script) && REGISTRY.test(script.text);
}

/** Returns whether a script is external or loads other scripts, as bundle loaders do. */
function loadsCode(script: HtmlScript): boolean {
  if (!isJavaScript(script)) return false;
  return script.src !== undefined || LOADS.test(script.text);
}

/** Returns whether a script element contains code that browsers run, not data. */
export function isJavaScript({ type }: HtmlScript): boolean {
  return type === undefined || type === 'module' || /^(text|application)\/(x-)?(java|ecma)script$/.test(type);
}

export const webmcpChecks: readonly Check[] = [
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
      if (value.scripts.some(registersTools)) return pass(evidence, 'modelContext in a script');
      return value.scripts.some(loadsCode)
        ? notApplicable(evidence, 'no WebMCP tools in the HTML; the audit does not run scripts')
        : absent(evidence, 'no WebMCP tools');
    },
  }),
];
