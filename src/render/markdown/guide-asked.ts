/** The Markdown of a guide for some platforms. */
import { stepsFor } from '../../view/guide-text.ts';
import { NO_PLATFORM, platformAsked } from '../../view/platforms.ts';

/**
 * A guide as its address asks for it (`?for=nginx,express`): whole where that names nothing that is known.
 *
 * @param address of the whole
 */
export function guideAsked(whole: string, names: string, address: string): string {
  const platforms = names.split(',').flatMap((name) => platformAsked(name) ?? []);
  if (platforms.length === 0 && names !== NO_PLATFORM) return whole;
  const text = stepsFor(whole, platforms);
  // What index files read stands before the title.
  const body = text.slice(text.indexOf('\n# ') + 1).trim();
  return `${body}\n\nWhy it matters, how it is judged, and the standards: <${address}>\n`;
}
