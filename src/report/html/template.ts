/**
 * The layout without a page in it: Astro builds it from `src/site/pages/template.astro`. A page that is made on request is put into
 * it, and then looks the same as a page of the build.
 */
import { formatsNav, headOf, type PageContent } from './page.ts';

/** What stands in the template where a page has its own, in the order of the layout. */
export const TEMPLATE_SLOTS = {
  head: '<!--template:head-->',
  main: '<!--template:main-->',
  formats: '<!--template:formats-->',
} as const;

/** What is before, between and after the slots. */
type Frame = readonly [start: string, beforeMain: string, beforeFormats: string, end: string];

/** What a page has for the slots. */
type Slots = readonly [head: string, main: string, formats: string];

/**
 * The page in the layout.
 *
 * @param template `dist/service/template.html`
 * @throws Error where the text is not a template
 */
export function fillTemplate(template: string, content: PageContent): string {
  const [start, beforeMain, beforeFormats, end] = frameOf(template);
  const [head, main, formats] = slotsOf(content);
  return [start, head, beforeMain, main, beforeFormats, formats, end].join('');
}

export function slotsOf(content: PageContent): Slots {
  return [String(headOf(content)), content.main, String(formatsNav(content))];
}

/**
 * The layout around the slots.
 *
 * @throws Error where the text is not a template
 */
export function frameOf(template: string): Frame {
  const [start, afterHead] = around(template, TEMPLATE_SLOTS.head);
  const [beforeMain, afterMain] = around(afterHead, TEMPLATE_SLOTS.main);
  const [beforeFormats, end] = around(afterMain, TEMPLATE_SLOTS.formats);
  return [start, beforeMain, beforeFormats, end];
}

function around(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`The template has no ${mark}: build the site again.`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
