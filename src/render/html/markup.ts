/** HTML and XML as a tagged template: what is interpolated is escaped, unless it is markup itself. */

/** Markup that is safe as it stands: made by `html`, or vouched for by `trusted`. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template takes: text is escaped; booleans, `null` and `undefined` are left out. */
export type Part = string | number | boolean | null | undefined | Markup | readonly Part[];

/**
 * Markup of HTML or XML. What is interpolated into an attribute is written in quotes. The indentation of a template is left out
 * (one with `<pre>` is written in one line). End tags and quotes stay, where HTML makes them optional, too: simple parsers,
 * which agents use, lose what follows.
 */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let pieces = PREPARED.get(template);
  if (pieces === undefined) {
    pieces = template.map((text) => text.replace(/\n\s*/g, '\n'));
    PREPARED.set(template, pieces);
  }
  let text = pieces[0] ?? '';
  let place = 0;
  for (const part of parts) {
    place += 1;
    text += textOf(part) + pieces[place];
  }
  return new Markup(text);
}

/** The pieces of each template, once. */
const PREPARED = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Text that is markup already, such as what another renderer escaped. */
export function trusted(markup: string): Markup {
  return new Markup(markup);
}

function textOf(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'number') return String(part);
  return typeof part === 'object' && part !== null ? part.map(textOf).join('') : '';
}

const SPECIAL = /[&<>"']/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return SPECIAL.test(text)
    ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    : text;
}
