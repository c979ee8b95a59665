/**
 * The layout without a page in it: Astro builds it from `src/pages/template.astro`. A page that is made on request is put into
 * it, and then looks the same as a page of the build.
 */
import { formatsNav, headOf, type PageContent } from './page.ts';

/** What stands in the template where a page has its own, in the order of the layout. */
export const TEMPLATE_SLOTS = {
  head: '<!--template:head-->',
  main: '<!--template:main-->',
  formats: '<!--template:formats-->',
} as const;

/**
 * The page in the layout.
 *
 * @param template `dist/service/template.html`
 * @throws Error where the text is not a template
 */
export function fillTemplate(template: string, content: PageContent): string {
  const [before, afterHead] = around(template, TEMPLATE_SLOTS.head);
  const [beforeMain, afterMain] = around(afterHead, TEMPLATE_SLOTS.main);
  const [beforeFormats, end] = around(afterMain, TEMPLATE_SLOTS.formats);
  // Joined, not replaced in a string: in a replacement `$&` would mean something.
  return [before, headOf(content), beforeMain, content.main, beforeFormats, formatsNav(content), end].join(
    '',
  );
}

function around(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`The template has no ${mark}: build the site again.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
