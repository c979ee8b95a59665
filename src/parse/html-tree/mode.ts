/** Rules that several insertion modes share. */
import type { ModeName, Rule } from './builder.ts';
import type { StartTag, TextToken, Token } from './tokens.ts';

type Rules<T extends Token> = ReadonlyMap<string, Rule<T>>;

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
