/** Reads a site's title and description from its home page, without an audit. */
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import { isHtml } from '../evidence/surface.ts';
import { ioOf, type NetworkSource } from '../io/source.ts';
import { parseHtml } from '../parse/html.ts';
import { type Target, urlRule } from '../target.ts';
import { Client } from './client.ts';
import { BROWSER_ACCEPT } from './root.ts';
import { auditorUserAgent } from './user-agents.ts';

/** The limits for one page, including redirects and retries. A page's title and description are at its beginning. */
const ONE_PAGE = { ...LIMITS, requests: 8, bodyBytes: 512 * 1024, auditBytes: 512 * 1024 };
/** The maximum length of a title or a description, in characters. */
const TEXT_CHARS = 300;

/** The site's own title and description, untrusted but safe to show. */
export interface HomePage {
  readonly url: string;
  readonly status: number;
  readonly title: string | undefined;
  readonly description: string | undefined;
}

/**
 * Reads the title and description of a home page. Both are `undefined` if the response is not a page.
 * @throws AuditError `target_unreachable`, `target_blocked`
 */
export async function readHomePage(
  target: Target,
  { source, baseUrl, signal }: { source: NetworkSource; baseUrl: string; signal: AbortSignal },
): Promise<HomePage> {
  const io = ioOf(source, { target, limits: ONE_PAGE });
  try {
    const userAgent = auditorUserAgent(baseUrl);
    const client = new Client({
      io,
      limits: ONE_PAGE,
      signal,
      userAgent,
      site: target.url,
      allowUrl: urlRule(source.network),
    });
    const reply = await client.request(target.url, { accept: BROWSER_ACCEPT });
    if (reply.kind === 'blocked') {
      throw new AuditError('target_blocked', `${target.name} refuses the auditor: ${plain(reply.mark)}.`);
    }
    if (reply.kind !== 'answer') {
      throw new AuditError(
        'target_unreachable',
        `${target.name} could not be reached: ${plain(reply.message)}.`,
        { failure: reply.kind === 'failed' ? reply.reason : undefined },
      );
    }
    const { url, status, text } = reply.answer;
    const isPage = status >= 200 && status < 300 && isHtml(reply.answer);
    const page = isPage ? parseHtml(text, url) : undefined;
    const printable = (one: string | undefined) => plain(one ?? '', TEXT_CHARS) || undefined;
    return { url, status, title: printable(page?.title), description: printable(page?.description) };
  } finally {
    await io.close();
  }
}
