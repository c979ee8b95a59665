/** HTML as tagged templates. Interpolated values are escaped unless they are `Markup`. */
import { html as escaped, raw } from 'hono/html';

/** Safe HTML, which only `html` and `trusted` create. */
export type Markup = ReturnType<typeof raw>;

/** A value in a template. Text is escaped; `false`, `null` and `undefined` are left out. */
export type HtmlPart = string | number | boolean | null | undefined | Markup | readonly HtmlPart[];

/** Caches the templates without the indentation of their source. Templates with `<pre>` must be written on one line. */
const flush = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Returns markup synchronously, so no part can be a promise. Attribute values must be quoted. */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  let strings = flush.get(template);
  if (strings === undefined) {
    const lines = template.map((text) => text.replace(/\n\s*/g, '\n'));
    strings = Object.assign(lines, { raw: template.raw });
    flush.set(template, strings);
  }
  return escaped(strings, ...parts) as Markup;
}

/** Marks text as safe HTML. The text may be, for example, the escaped output of another renderer. */
export function trusted(markup: string): Markup {
  return raw(markup);
}
