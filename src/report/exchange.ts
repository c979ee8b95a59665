/** Renders a request and its response as text, shortened, and without characters that terminals or pages interpret. */
import type { DnsReply, Exchange, HttpAnswer } from '../audit/io/io.ts';
import type { TracedExchange } from '../audit/probes/trace.ts';
import { PRODUCT_TOKEN } from '../audit/probes/user-agents.ts';
import { decodeText } from '../base/decode-text.ts';
import type { HeaderList } from '../base/headers.ts';
import { headerOf } from '../base/headers.ts';
import { plain, plainLines, plural } from '../base/text.ts';

/** Limits in characters, except `fields`, which is the number of headers. */
const MOST = { url: 300, fields: 30, name: 80, value: 200, request: 600, body: 800, line: 160 } as const;

/** Returns a request and its outcome on one line, such as `GET https://a.example/robots.txt → 200`. */
export function exchangeLine(exchange: TracedExchange): string {
  if ('question' in exchange) {
    const { type, name } = exchange.question;
    return plain(
      `DNS ${type} ${name} → ${exchange.failure === undefined ? exchange.rcode : 'no response'}`,
      MOST.line,
    );
  }
  const { method, url, headers, body } = exchange.request;
  const notes = [body === undefined ? acceptOf(headers) : rpcMethodOf(body), assumedNameOf(headers)];
  const note = notes.filter((one) => one !== undefined).join(', ');
  const status = exchange.answer?.status ?? exchange.failure?.partial?.status;
  const end =
    exchange.failure === undefined ? `${status}` : `${status ?? 'no response'} (${exchange.failure.reason})`;
  // The URL and the note are shortened, but not the outcome.
  return `${plain(`${method} ${url}`, MOST.line)}${note === '' ? '' : ` (${plain(note, 60)})`} → ${end}`;
}

export function exchangeText(exchange: TracedExchange): { readonly sent: string; readonly received: string } {
  return 'question' in exchange ? dnsText(exchange) : httpText(exchange);
}

function dnsText({ question, ...reply }: DnsReply): { sent: string; received: string } {
  const { type, name } = question;
  const received =
    reply.failure === undefined
      ? `${reply.rcode}, ${plural(reply.answers, 'answer')}`
      : `No answer: ${reply.failure}`;
  return { sent: `${type} ${plain(name, MOST.url)}`, received: plain(received, MOST.value) };
}

function httpText({ request, answer, failure }: Exchange): { sent: string; received: string } {
  const { method, url, headers, body } = request;
  const sent = [
    `${method} ${plain(url, MOST.url)}`,
    ...fieldLines(headers),
    ...(body === undefined ? [] : ['', plainLines(body, MOST.request)]),
  ];
  const received =
    answer === undefined
      ? [
          ...(failure.partial === undefined
            ? []
            : [`HTTP ${failure.partial.status}`, ...fieldLines(failure.partial.headers), '']),
          `No complete answer: ${plain(failure.message, MOST.value)} (${failure.reason})`,
        ]
      : [`HTTP/${answer.httpVersion} ${answer.status}`, ...fieldLines(answer.headers), ...bodyLines(answer)];
  return { sent: sent.join('\n'), received: received.join('\n') };
}

function fieldLines(fields: HeaderList): string[] {
  const lines = fields
    .slice(0, MOST.fields)
    .map(([name, value]) => `${plain(name, MOST.name)}: ${plain(value, MOST.value)}`);
  const more = fields.length - MOST.fields;
  return more > 0 ? [...lines, `… ${plural(more, 'header field')} more`] : lines;
}

function bodyLines({ body, headers, truncated }: HttpAnswer): string[] {
  const size = `${body.length.toLocaleString('en')} bytes${truncated ? ' were read; there is more' : ''}`;
  if (body.length === 0) return ['', '(no body)'];
  // A character takes at most four bytes, so these bytes contain enough characters.
  const beginning = decodeText(body.subarray(0, 4 * MOST.body), headerOf(headers, 'content-type'));
  if (isBinary(beginning)) return ['', `(binary, ${size})`];
  const text = plainLines(beginning, MOST.body);
  return ['', text, ...(text.endsWith('…') || truncated ? ['', `(${size})`] : [])];
}

/** Returns whether a decoded body is binary: it contains null characters, or many bytes that its charset cannot decode. */
function isBinary(text: string): boolean {
  const malformed = text.split('\ufffd').length - 1;
  return text.includes('\0') || malformed > text.length / 20;
}

/** Returns the start of the Accept header, which distinguishes requests to the same URL. */
function acceptOf(headers: HeaderList): string | undefined {
  const accept = headerOf(headers, 'accept');
  const [first, ...others] = accept?.split(',') ?? [];
  return accept === '*/*' || first === undefined
    ? undefined
    : `accept: ${first}${others.length > 0 ? ' …' : ''}`;
}

/** Returns `as` and the product in the User-Agent, such as `as curl`, if the audit did not send its own name. */
function assumedNameOf(headers: HeaderList): string | undefined {
  const agent = headerOf(headers, 'user-agent') ?? '';
  const [, product] = /compatible; ([\w-]+)\//.exec(agent) ?? /^([\w-]+)\//.exec(agent) ?? [];
  return product === undefined || product === PRODUCT_TOKEN ? undefined : `as ${product}`;
}

function rpcMethodOf(body: string): string | undefined {
  return /"method":"([^"]+)"/.exec(body)?.[1];
}
