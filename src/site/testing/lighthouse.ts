/** A page as Lighthouse sees it, on a phone with a slow network. */
import { nightlyModule } from '../../testing/nightly/packages.ts';
import type { DebuggedBrowser } from './browser.ts';

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly errorMessage?: string;
}

/** What is used of a result of Lighthouse. */
interface Report {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, Audit>>;
  readonly runtimeError?: { readonly message: string };
}

interface Lighthouse {
  default(url: string, flags: object): Promise<{ readonly lhr: Report } | undefined>;
}

/** One page of each kind. */
export const LIGHTHOUSE_PAGES = ['/', '/score', '/score/ready.demo', '/fix/llms-txt', '/dataset'] as const;

interface CategoryScore {
  /** `performance`, `accessibility` and so on. */
  readonly id: string;
  /** Of 100. */
  readonly points: number;
  /** What takes from it. */
  readonly faults: readonly string[];
}

/** So often is a page measured where Lighthouse could not finish an audit, which says nothing of the page. */
const TRIES = 3;

/**
 * The scores of a page by category.
 *
 * @throws Error where the page could not be measured; it names the audits that did not end
 */
export async function lighthouseScores(
  browser: DebuggedBrowser,
  url: string,
  categories: readonly string[],
): Promise<CategoryScore[]> {
  let unmeasured: readonly string[] = [];
  for (let i = 0; i < TRIES; i++) {
    const { categories: measured, audits } = await reportOf(browser, url, categories);
    const all = categories.map((id) => {
      const { score = null, auditRefs = [] } = measured[id] ?? {};
      const counted = auditRefs.filter(({ weight }) => weight > 0).flatMap((ref) => audits[ref.id] ?? []);
      return { id, score, counted };
    });
    unmeasured = all.flatMap(({ id, score, counted }) =>
      score !== null
        ? []
        : [
            `${id}: ${counted.flatMap(({ id: audit, errorMessage }) => (errorMessage === undefined ? [] : `${audit} (${errorMessage})`)).join(', ')}`,
          ],
    );
    if (unmeasured.length > 0) continue;
    return all.map(({ id, score, counted }) => ({
      id,
      points: Math.round((score ?? 0) * 100),
      faults: counted.filter(({ score }) => score !== null && score < 0.9).map(({ title }) => title),
    }));
  }
  throw new Error(`Lighthouse could not measure ${unmeasured.join('; ')}.`);
}

async function reportOf({ port }: DebuggedBrowser, url: string, categories: readonly string[]) {
  const { default: lighthouse } = await nightlyModule<Lighthouse>('lighthouse');
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error('Lighthouse gave no result.');
  if (result.lhr.runtimeError !== undefined) throw new Error(result.lhr.runtimeError.message);
  return result.lhr;
}
