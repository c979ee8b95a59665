/** What CORS response headers grant (Fetch standard, "CORS protocol"). */
import { type HeaderList, headerOf } from './headers.ts';

/** The three headers of a preflight answer, as sent. */
interface CorsHeaders {
  readonly origin: string | undefined;
  readonly methods: string | undefined;
  readonly headers: string | undefined;
}

export function readCors(headers: HeaderList): CorsHeaders {
  return {
    origin: headerOf(headers, 'access-control-allow-origin')?.trim(),
    methods: headerOf(headers, 'access-control-allow-methods'),
    headers: headerOf(headers, 'access-control-allow-headers'),
  };
}

/** Whether a page of this origin may read the answer. */
export function grantsOrigin({ origin }: CorsHeaders, asked: string): boolean {
  return origin === '*' || origin?.toLowerCase() === asked.toLowerCase();
}

/** The header names of a request that the answer does not allow; `*` allows all but `authorization`. */
export function refusedHeaders({ headers }: CorsHeaders, asked: readonly string[]): readonly string[] {
  const allowed = new Set((headers ?? '').split(',', 200).map((name) => name.trim().toLowerCase()));
  return asked.filter((name) => !allowed.has(name) && !(allowed.has('*') && name !== 'authorization'));
}
