/** What an insertion mode is (HTML, section 13.2.4.1): a rule for each kind of token. */
import type { TreeBuilder } from './builder.ts';
import type { DoctypeToken, EndTag, StartTag, TextToken, Token } from './tokens.ts';

export type ModeName =
  | ('initial' | 'beforeHtml' | 'beforeHead' | 'inHead' | 'inHeadNoscript' | 'afterHead' | 'inBody' | 'text')
  | ('inTable' | 'inTableText' | 'inCaption' | 'inColumnGroup' | 'inTableBody' | 'inRow' | 'inCell')
  | ('inSelect' | 'inSelectInTable' | 'inTemplate' | 'afterBody' | 'inFrameset' | 'afterFrameset')
  | ('afterAfterBody' | 'afterAfterFrameset');

export type Rule<T extends Token> = (page: TreeBuilder, token: T) => void;
type Rules<T extends Token> = ReadonlyMap<string, Rule<T>>;

export interface Mode {
  /** White space, where it has a rule of its own. */
  readonly space?: Rule<TextToken>;
  readonly text?: Rule<TextToken>;
  readonly start?: Rules<StartTag>;
  readonly end?: Rules<EndTag>;
  readonly otherStart?: Rule<StartTag>;
  readonly otherEnd?: Rule<EndTag>;
  readonly doctype?: Rule<DoctypeToken>;
  readonly comment?: Rule<Token>;
  readonly eof?: Rule<Token>;
  /** What no other rule is for. */
  readonly otherwise: Rule<Token>;
}

/** Rules by names, several of which may share one: `{ 'td th': openCell }`. A later one replaces an earlier one. */
export function rules<T extends Token>(...tables: readonly Readonly<Record<string, Rule<T>>>[]): Rules<T> {
  return new Map(
    tables.flatMap((table) =>
      Object.entries(table).flatMap(([names, rule]) =>
        names.split(' ').map((name): [string, Rule<T>] => [name, rule]),
      ),
    ),
  );
}

export function ignore(): void {}

export const insertText: Rule<TextToken> = (page, { data }) => page.insertText(data);
export const insert: Rule<StartTag> = (page, token) => {
  page.insert(token);
};
export const insertVoid: Rule<StartTag> = (page, token) => page.insertVoid(token);

/** By the rules of another mode, without going there. */
export function asIn(mode: ModeName): Rule<Token> {
  return (page, token) => page.use(mode, token);
}

/** Goes to another mode and processes the token there. */
export function reprocessIn(mode: ModeName): Rule<Token> {
  return (page, token) => {
    page.mode = mode;
    page.process(token);
  };
}

export function isSpace(text: string): boolean {
  return !/[^\t\n\f ]/.test(text);
}
