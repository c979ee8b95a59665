/** Fills the layout of `src/site/pages/template.astro` with pages that are rendered on request. */
import { formatsNav, headOf, type PageContent } from './page.ts';

/** The placeholders of the layout, in the order in which they appear. */
export const TEMPLATE_SLOTS = {
  head: '<!--template:head-->',
  main: '<!--template:main-->',
  formats: '<!--template:formats-->',
} as const;

type Frame = readonly [start: string, beforeMain: string, beforeFormats: string, end: string];

type Slots = readonly [head: string, main: string, formats: string];

/** @throws Error if the text does not have the placeholders of a template */
export function fillTemplate(template: string, content: PageContent): string {
  return filled(frameOf(template), content);
}

export function filled([start, beforeMain, beforeFormats, end]: Frame, content: PageContent): string {
  const [head, main, formats] = slotsOf(content);
  return [start, head, beforeMain, main, beforeFormats, formats, end].join('');
}

export function slotsOf(content: PageContent): Slots {
  return [String(headOf(content)), content.main, String(formatsNav(content))];
}

/** @throws Error if the text does not have the placeholders of a template */
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
