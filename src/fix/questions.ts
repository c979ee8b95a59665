/** What only the owner of a site can decide. A brief asks it first, and only what matters for this site. */
import type { CheckId } from '../definitions/index.ts';
import type { Scores } from './forecast.ts';
import type { BriefSite } from './site.ts';

export interface Question {
  readonly id: 'ai-use' | 'kept-out' | 'api' | 'limits' | 'mcp' | 'cors' | 'address' | 'contact';
  /** Markdown, one paragraph. */
  readonly text: string;
}

/** Documents that name the public address of the site. */
const NAME_THE_ADDRESS: readonly CheckId[] = ['well-known-mcp-card', 'sitemap', 'oauth-protected-resource'];

/**
 * Returns the questions of a brief.
 *
 * @param scope the checks that the brief fixes, and those that begin to apply
 * @param withApi the scores with a described API that limits nothing; only for a site on which no API was seen
 */
export function questionsFor(
  site: BriefSite,
  scope: ReadonlySet<string>,
  withApi: Scores | undefined,
): Question[] {
  const questions: Question[] = [];
  const ask = (id: Question['id'], text: string) => questions.push({ id, text });
  if (scope.has('content-signals') || scope.has('robots-ai-rules'))
    ask(
      'ai-use',
      'May AI systems use the content: to find it (`search`), to answer with it (`ai-input`), to train on it (`ai-train`)? Write only what was decided; leave out a signal without an answer (without any, `content-signals` stays missing).',
    );
  if (site.keptOut.length > 0)
    ask(
      'kept-out',
      `robots.txt keeps ${site.keptOut.slice(0, 4).join(', ')} out. Is that on purpose? Open nothing without a yes.`,
    );
  if (withApi !== undefined)
    ask(
      'api',
      `Is there an HTTP API that others may call? None was seen. If so: \`/openapi.json\` (OpenAPI 3.1: \`info\`, \`servers: [{"url": "/api"}]\` for the base of all paths, the \`paths\` that exist), linked in llms.txt and in the \`Link\` header (\`rel="service-desc"\`); every 4xx at or below the base is \`application/problem+json\` (\`{"type":"about:blank","title":"Not Found","status":404}\`), unknown paths too. \`RateLimit\` headers only if it limits calls.`,
    );
  if (scope.has('rate-limit-headers'))
    ask(
      'limits',
      'Does the API limit calls today? No: send no `RateLimit` headers, and `rate-limit-headers` rightly stays missing.',
    );
  if (site.isPromised)
    ask('mcp', 'Is an MCP server wanted? No: take the endpoint out of the document that names it.');
  if (scope.has('mcp-cors-preflight') || scope.has('mcp-cors-actual'))
    ask('cors', 'May web pages of other sites call the MCP endpoint? No: leave its CORS as it is.');
  if (!site.isPublic && NAME_THE_ADDRESS.some((id) => scope.has(id)))
    ask('address', 'Which public address will the site have? It goes where this page has the audited one.');
  if (scope.has('security-txt')) ask('contact', 'Who reads reports of security problems (address)?');
  return questions;
}
