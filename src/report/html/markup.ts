/** HTML as tagged templates: what is interpolated is escaped, unless it is markup itself. */
import { html as escaped, raw } from 'hono/html';

/** HTML that is safe as it stands: made by `html`, or vouched for by `trusted`. */
export type Markup = ReturnType<typeof raw>;

/** What a template takes: text is escaped; `false`, `null` and `undefined` are left out. */
export type HtmlPart = string | number | boolean | null | undefined | Markup | readonly HtmlPart[];

/** A template without the indentation of its source, which no page needs. Templates with `<pre>` are written in one line. */
const flush = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/** Makes markup at once: no part can be a promise. Attribute values are written in quotes. */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Markup {
  let strings = flush.get(template);
  if (strings === undefined) {
    const lines = template.map((text) => text.replace(/\n\s*/g, '\n'));
    strings = Object.assign(lines, { raw: template.raw });
    flush.set(template, strings);
  }
  return escaped(strings, ...parts) as Markup;
}

/** Text that is markup already, such as what another renderer escaped. */
export function trusted(markup: string): Markup {
  return raw(markup);
}
