/** Answers that pages and programs of other sites may read and show, as the files of the catalog (scripts/netlify-rules.ts). */
import type { Context } from 'hono';

/** Browsers may keep it for so long. */
export const HOUR = 'public, max-age=3600';
/** Browsers ask each time whether it is still the same, as of files. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** Says so of the answer that is made. */
export function openAnswer(c: Context, type: string, cache: string): Context {
  c.header('Content-Type', type);
  c.header('Cache-Control', cache);
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return c;
}
