import { describe, expect, it } from 'vitest';
import type { Exchange, HttpRequest } from '../audit/io/io.ts';
import { agentUserAgent, auditorUserAgent, CLI_USER_AGENT } from '../audit/probes/user-agents.ts';
import type { HeaderList } from '../base/headers.ts';
import { exchangeLine, exchangeText } from './exchange.ts';

const ESC = '\u001b';
const URL_ = 'https://a.example/x';

function asked(
  body: string | Uint8Array,
  more: { request?: Partial<HttpRequest>; headers?: HeaderList; truncated?: boolean } = {},
): Exchange {
  return {
    request: { method: 'GET', url: URL_, headers: [['accept', '*/*']], ...more.request },
    answer: {
      status: 200,
      httpVersion: '1.1',
      headers: more.headers ?? [['content-type', 'text/plain']],
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      truncated: more.truncated ?? false,
      ms: 1,
    },
  };
}
const received = (...given: Parameters<typeof asked>) => exchangeText(asked(...given)).received;

describe('the text', () => {
  it('has the lines of the request and of the response', () => {
    const text = exchangeText(asked('User-agent: *\r\n  Allow: /\r\n'));
    expect(text.sent).toBe('GET https://a.example/x\naccept: */*');
    expect(text.received).toBe('HTTP/1.1 200\ncontent-type: text/plain\n\nUser-agent: *\n  Allow: /');
  });

  it('has the request body', () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect(exchangeText(asked('', { request: { method: 'POST', body } })).sent).toMatch(
      /\n\n\{"jsonrpc".*\}$/,
    );
  });

  it('is cut, and gives the full length', () => {
    const text = received('é'.repeat(5000));
    expect(text.length).toBeLessThan(1000);
    expect(text).toMatch(/é…\n\n\(10,000 bytes\)$/);
    expect(received('short', { truncated: true })).toMatch(/short\n\n\(5 bytes were read; there is more\)$/);
    expect(received('')).toMatch(/\n\n\(no body\)$/);
  });

  it('has no characters that mislead terminals or readers', () => {
    const text = received(`a${ESC}[31mred${ESC}]0;title\u0007\u202eevil`, {
      headers: [['x-bad', `b${ESC}[2J\u200bc`]],
    });
    expect(text).toContain('x-bad: bc');
    expect(text).toMatch(/\n\naredevil$/);
  });

  it('gives the size of a binary body', () => {
    expect(received(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0))).toMatch(/\n\n\(binary, 7 bytes\)$/);
    expect(received(Uint8Array.from({ length: 2000 }, (_, i) => 128 + (i % 64)))).toContain(
      '(binary, 2,000 bytes)',
    );
  });

  it('limits the number and the length of headers', () => {
    const headers = Array.from({ length: 400 }, (_, i) => [`x-${i}`, 'v'.repeat(10_000)] as const);
    const text = received('ok', { headers });
    expect(text).toContain('\n… 370 header fields more\n');
    expect(text.length).toBeLessThan(10_000);
  });

  it('says why a response is missing or incomplete, with the part that arrived', () => {
    const { request } = asked('');
    const failure = { reason: 'reset', message: 'the connection was closed' } as const;
    expect(exchangeText({ request, failure }).received).toBe(
      'No complete answer: the connection was closed (reset)',
    );
    const partial = { status: 200, headers: [['x-a', 'b']] as const };
    expect(exchangeText({ request, failure: { ...failure, partial } }).received).toBe(
      'HTTP 200\nx-a: b\n\nNo complete answer: the connection was closed (reset)',
    );
  });

  it('for a DNS query has the name and the response code', () => {
    const question = { name: '_agents.a.example', type: 'SVCB' } as const;
    expect(exchangeText({ question, rcode: 'NXDOMAIN', answers: 0 })).toEqual({
      sent: 'SVCB _agents.a.example',
      received: 'NXDOMAIN, 0 answers',
    });
    expect(exchangeText({ question, failure: 'the resolver did not answer' }).received).toBe(
      'No answer: the resolver did not answer',
    );
  });
});

describe('the line', () => {
  it('has the request and its outcome', () => {
    expect(exchangeLine(asked('x'))).toBe('GET https://a.example/x → 200');
    const { request } = asked('');
    const failure = { reason: 'timeout', message: 'no answer within 8 s' } as const;
    expect(exchangeLine({ request, failure })).toBe('GET https://a.example/x → no response (timeout)');
    const question = { name: '_agents.a.example', type: 'TXT' } as const;
    expect(exchangeLine({ question, rcode: 'NOERROR', answers: 1 })).toBe(
      'DNS TXT _agents.a.example → NOERROR',
    );
  });

  it('distinguishes requests for one URL', () => {
    const line = (request: Partial<HttpRequest>) => exchangeLine(asked('x', { request }));
    expect(line({ headers: [['accept', 'text/markdown']] })).toContain('(accept: text/markdown)');
    expect(line({ headers: [['accept', 'text/html,*/*;q=0.8']] })).toContain('(accept: text/html …)');
    expect(line({ method: 'POST', body: '{"method":"tools/list"}' })).toContain('(tools/list)');
    const named = (agent: string) => line({ headers: [['user-agent', agent]] });
    expect(named(agentUserAgent('https://c.example'))).toContain('x (as ChatGPT-User) →');
    expect(named(CLI_USER_AGENT)).toContain('x (as curl) →');
    expect(named(auditorUserAgent('https://c.example'))).toContain('x →');
  });

  it('shows the outcome even after a long URL', () => {
    const line = exchangeLine(asked('x', { request: { url: `${URL_}?${'q'.repeat(5000)}` } }));
    expect(line.length).toBeLessThan(200);
    expect(line).toMatch(/… → 200$/);
  });
});
