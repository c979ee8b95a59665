/**
 * A snippet that is a whole small server, put into a server that is there, by the rule that the plan gives: imports go to the top,
 * all else before the first route, what its comment calls last behind all of them; what the server has is not written again.
 */
import type { Block } from '../../snippets/blocks.ts';

/** The statement that makes the application, what answers with pages (a route, or static files), and what listens. */
const MAKES = /^const (\w+) = (?:express|[Ff]astify|new Hono)\(/;
const ANSWERS =
  /^(?:await )?(?:app|fastify)\.(?:(?:get|post|put|delete|all|route|openapi)\(|(?:use|register)\((?:'\/\*', )?(?:express\.static|serveStatic|fastifyStatic)\b)/;
const LISTENS = /^(?:await )?(?:\w+\.listen\(|serve\()|^try \{\s+await \w+\.listen\(/;
/** Answers everything that comes to it: nothing goes behind it. */
const CATCHES_ALL = /^app\.use\(\((?:req|request|_), (?:res|response)\) =>/;
const ROUTE = /^(?:app|fastify)\.(get|post|put|delete|all|route)\(\s*(\[[^\]]*\]|'[^']*')/;
const LAST = /^\/\/ Last\b/;
const DECLARED = /^(?:export )?(?:async )?(?:const|let|function) (\w+)/;

/** Merges a block into the text of a server. */
export function mergeJs(present: string, { code }: Pick<Block, 'code'>): string {
  const own = statementsOf(present);
  // The application of the project may have another name than that of guides.
  const [, name = 'app'] = own.map((one) => MAKES.exec(bareOf(one))).find((found) => found !== null) ?? [];
  const renamed = code.replace(/^\/\/ \S+\.\w+[^\n]*\n/, '').replaceAll(/\bapp(?=\.)/g, name);
  for (const statement of statementsOf(renamed)) add(own, statement);
  return `${own.join('\n')}\n`;
}

function add(own: string[], statement: string): void {
  const bare = bareOf(statement);
  if (bare === '' || MAKES.test(bare) || LISTENS.test(bare)) return;
  if (own.some((one) => bareOf(one) === bare)) return;
  if (bare.startsWith('import ')) {
    addImport(own, bare);
    return;
  }
  const declared = DECLARED.exec(bare)?.[1];
  if (declared !== undefined && own.some((one) => DECLARED.exec(bareOf(one))?.[1] === declared)) return;
  const path = ROUTE.exec(bare)?.[2];
  const same = path === undefined ? [] : own.filter((one) => ROUTE.exec(bareOf(one))?.[2] === path);
  const [first] = same;
  if (first !== undefined) {
    own.splice(own.indexOf(first), 1, statement);
    for (const other of same.slice(1)) own.splice(own.indexOf(other), 1);
    return;
  }
  const end = own.findIndex((one) => [LISTENS, CATCHES_ALL].some((last) => last.test(bareOf(one))));
  const at = LAST.test(statement) ? end : own.findIndex((one) => ANSWERS.test(bareOf(one)));
  own.splice(at === -1 ? end : at, 0, statement);
}

const IMPORT = /^import (?:(\w+)(?:, )?)?(?:\{ ([^}]*) \})? ?from '([^']+)';$/;

/** One import of a package; a name that another package gave comes from this one from now on. */
function addImport(own: string[], statement: string): void {
  const [, standard, list = '', from = ''] = IMPORT.exec(oneLine(statement)) ?? [];
  const names = new Set(list.split(', ').filter((name) => name !== ''));
  let main = standard;
  for (const [at, one] of own.entries()) {
    const [, theirs, theirList = '', theirFrom] = IMPORT.exec(oneLine(bareOf(one))) ?? [];
    if (theirFrom === undefined) continue;
    const kept = theirList.split(', ').filter((name) => name !== '' && !names.has(name));
    if (theirFrom === from) {
      main ??= theirs;
      for (const name of kept) names.add(name);
      own[at] = '';
    } else if (theirList !== '' && kept.length < theirList.split(', ').length) {
      own[at] = kept.length + (theirs === undefined ? 0 : 1) === 0 ? '' : written(theirs, kept, theirFrom);
    }
  }
  own.unshift(written(main, [...names], from));
}

const written = (main: string | undefined, names: readonly string[], from: string) => {
  const parts = [
    ...(main === undefined ? [] : [main]),
    ...(names.length === 0 ? [] : [`{ ${names.join(', ')} }`]),
  ];
  return `import ${parts.join(', ')} from '${from}';`;
};

const oneLine = (text: string) => text.replace(/\s+/g, ' ').replace(', }', ' }').trim();

/** A statement without the comments before it. */
const bareOf = (statement: string) => statement.replace(/^(?:\/\/[^\n]*\n|\s*\n)*/, '').trim();

/** Statements of the top level, each with the comments before it: one begins where a line does that is not indented and closes nothing. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let comments = '';
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('//')) {
      comments += `${line}\n`;
    } else if (/^[^\s})\]<.]/.test(line)) {
      statements.push(`${comments}${line}`);
      comments = '';
    } else if (line !== '' || comments === '') {
      statements.push(`${statements.pop() ?? ''}\n${line}`);
    }
  }
  return statements.map((one) => one.trimEnd());
}
