/** HTML as tagged templates. Interpolated values are escaped unless they are markup. */
import { html as escaped, raw } from 'hono/html';

/** Safe HTML, made by `html` or `trusted`. */
export type Markup = ReturnType<typeof raw>;

/** The values of a template. Text is escaped; `false`, `null` and `undefined` are left out. */
export type HtmlPart = string | number | boolean | null | undefined | Markup | readonly HtmlPart[];

/** Templates without the indentation of their source. Templates with `<pre>` are written in one line. */
const flush = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Returns markup synchronously: no part can be a promise. Attribute values must be quoted. */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  let strings = flush.get(template);
  if (strings === undefined) {
    const lines = template.map((text) => text.replace(/\n\s*/g, '\n'));
    strings = Object.assign(lines, { raw: template.raw });
    flush.set(template, strings);
  }
  return escaped(strings, ...parts) as Markup;
}

/** Marks text as safe, such as the escaped output of another renderer. */
export function trusted(markup: string): Markup {
  return raw(markup);
}
