/** HTML and XML as tagged templates: what is interpolated is escaped, unless it is markup itself. */

/** Markup that is safe as it stands: made by `html` or `xml`, or vouched for by `trusted`. */
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
 * Markup by the rules of HTML. What is interpolated into an attribute is written in quotes. What a page does not need of the
 * source of a template is left out: indentation (templates with `<pre>` are written in one line), and quotes of constants. End
 * tags stay, where HTML makes them optional, too: simple parsers, which agents use, lose what follows.
 */
export const html = tag((text) => text.replace(/\n\s*/g, '\n').replace(/="([^\s"'`=<>]+)"(?=[\s>])/g, '=$1'));

/** Markup by the rules of XML. */
export const xml = tag((text) => text.replace(/\n\s*/g, '\n'));

/** Text that is markup already, such as what another renderer escaped. */
export function trusted(markup: string): Markup {
  return new Markup(markup);
}

/** An attribute, without quotes where its value needs none. */
export function attribute(name: string, value: string): Markup {
  return /^[^\s"'`=<>&]*[^\s"'`=<>&/]$/.test(value) ? trusted(`${name}=${value}`) : html`${name}="${value}"`;
}

/** @param prepare what is done once to each piece of a template */
function tag(prepare: (text: string) => string) {
  const prepared = new WeakMap<TemplateStringsArray, readonly string[]>();
  return (template: TemplateStringsArray, ...parts: readonly Part[]): Markup => {
    let pieces = prepared.get(template);
    if (pieces === undefined) {
      pieces = template.map(prepare);
      prepared.set(template, pieces);
    }
    let text = pieces[0] ?? '';
    let place = 0;
    for (const part of parts) {
      place += 1;
      text += textOf(part) + pieces[place];
    }
    return new Markup(text);
  };
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
