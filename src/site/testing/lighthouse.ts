/** A page as Lighthouse sees it, on a phone with a slow network. */
import lighthouse from 'lighthouse';
import type { DebuggedBrowser } from './browser.ts';

/** One page of each kind. */
export const LIGHTHOUSE_PAGES = ['/', '/score', '/score/ready.demo', '/fix/llms-txt', '/adoption'] as const;

export interface CategoryScore {
  /** `performance`, `accessibility` and so on. */
  readonly id: string;
  /** Of 100. */
  readonly points: number;
  /** What takes from it. */
  readonly faults: readonly string[];
}

/**
 * The scores of a page by category.
 *
 * @throws Error where the page could not be measured
 */
export async function lighthouseScores(
  { port }: DebuggedBrowser,
  url: string,
  categories: readonly string[],
): Promise<CategoryScore[]> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error('Lighthouse gave no result.');
  const { categories: measured, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  return categories.map((id) => {
    const { score = null, auditRefs = [] } = measured[id] ?? {};
    const faults = auditRefs
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => audits[id] ?? [])
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title }) => title);
    return { id, points: Math.round((score ?? 0) * 100), faults };
  });
}
