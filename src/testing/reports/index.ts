/**
 * Reports of other tools on our demo sites, made on this machine on 2026-11-22:
 *
 *   lighthouse 13.5.0: lighthouse <site> --only-categories=agentic-browsing --disable-full-page-screenshot --output=json
 *   afdocs 0.22.2: afdocs check <site> --format json --sampling deterministic
 *
 * As they were written, without what the comparison does not read and what is long: of Lighthouse the descriptions, details,
 * settings and translations, of afdocs the details.
 */
import { readFile } from 'node:fs/promises';

export type ReportName = `${'ready' | 'spa' | 'neglected'}.${'lighthouse' | 'afdocs'}`;

export function reportFile(name: ReportName): URL {
  return new URL(`${name}.json`, import.meta.url);
}

export async function reportText(name: ReportName): Promise<string> {
  return readFile(reportFile(name), 'utf8');
}
