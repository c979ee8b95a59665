/** A snippet that is a whole small app, put into an app that is there, by the rule that the plan gives: imports on top, the rest right behind the app. */
import type { Block } from '../../snippets/blocks.ts';

const MAKES = /^app = /m;
const ROUTES = /^urlpatterns = /m;
const IMPORT = /^(?:from|import) /;

/** Merges a block into the text of a module. */
export function mergePy(present: string, { code }: Pick<Block, 'code'>): string {
  const own = statementsOf(present);
  const added = statementsOf(code.replace(/^# \S+\.py[^\n]*\n/, '')).filter((one) => !own.includes(one));
  const isImport = (one: string) => IMPORT.test(one);
  const rest = added.filter((one) => !isImport(one) && !MAKES.test(one));
  const made = own.findIndex((one) => MAKES.test(one)) + 1;
  const at = made > 0 ? made : own.findIndex((one) => ROUTES.test(one));
  return `${[...added.filter(isImport), ...own.slice(0, at), ...rest, ...own.slice(at)].join('\n')}\n`;
}

/** Statements of the top level, each with the comments and decorators before it. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let before = '';
  for (const line of text.trim().split('\n')) {
    if (/^[#@]/.test(line)) {
      before += `${line}\n`;
    } else if (/^[^\s)\]}]/.test(line)) {
      statements.push(`${before}${line}`);
      before = '';
    } else if (before === '') {
      statements.push(`${statements.pop() ?? ''}\n${line}`);
    } else {
      before += `${line}\n`;
    }
  }
  return statements.map((one) => one.trimEnd());
}
