/**
 * The layout without a page in it: what Astro builds from `src/pages/template.astro`. A page that is made on request is put
 * into it, so that it is the same page as one that is built.
 */
import { formatsNav, headOf, type PageContent } from './page.ts';

/** What stands in the shell where a page has its own, in the order of the layout. */
export const TEMPLATE_SLOTS = {
  head: '<!--shell:head-->',
  main: '<!--shell:main-->',
  formats: '<!--shell:formats-->',
} as const;

/**
 * The page in the layout.
 *
 * @param shell `dist/service/template.html`
 * @throws Error where the text is not a shell
 */
export function fillTemplate(shell: string, content: PageContent): string {
  const [before, afterHead] = around(shell, TEMPLATE_SLOTS.head);
  const [beforeMain, afterMain] = around(afterHead, TEMPLATE_SLOTS.main);
  const [beforeFormats, end] = around(afterMain, TEMPLATE_SLOTS.formats);
  // Joined, not replaced in a string: in a replacement `$&` would mean something.
  return [before, headOf(content), beforeMain, content.main, beforeFormats, formatsNav(content), end].join(
    '',
  );
}

function around(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`The shell has no ${mark}: build the site again.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
