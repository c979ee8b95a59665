/** Recordings. */
import { AuditError } from '../../errors.ts';
import { harText, parseHar } from '../../io/har.ts';
import { replayingIo } from '../../io/replay.ts';
import { filled, hostile } from '../inputs.ts';
import { type FuzzTarget, must, mustBePlain } from '../target.ts';

const SENT = {
  method: 'GET',
  url: 'https://site.example/',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [{ name: 'accept', value: '*/*' }],
  queryString: [],
  headersSize: -1,
  bodySize: 0,
};
const RECEIVED = {
  status: 200,
  statusText: 'OK',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [{ name: 'content-type', value: 'text/html' }],
  content: { size: 2, mimeType: 'text/html', text: 'aGk=', encoding: 'base64' },
  redirectURL: '',
  headersSize: -1,
  bodySize: 2,
};
const ENTRY = {
  startedDateTime: '2026-11-22T00:00:00.000Z',
  time: 1,
  request: SENT,
  response: RECEIVED,
  cache: {},
  timings: { send: 0, wait: 1, receive: 0 },
};
const RECORDING = {
  log: {
    version: '1.2',
    creator: { name: 'a', version: '1' },
    _agentReadiness: {
      version: 1,
      target: 'site.example',
      siteType: null,
      baseUrl: 'https://catalog.example',
      network: 'public',
    },
    _clock: '2026-11-22T00:00:00.000Z',
    _dns: [
      {
        question: { name: '_index._agents.site.example', type: 'SVCB' },
        time: 1,
        rcode: 'NXDOMAIN',
        answers: 0,
      },
      { question: { name: 'a.example', type: 'TXT' }, time: 1, failure: 'timeout', cut: true },
    ],
    entries: [ENTRY, { ...ENTRY, _failure: { reason: 'timeout', message: 'x' }, _truncated: true }],
  },
};

const PIECES = [
  ...Object.keys({ ...SENT, ...RECEIVED, ...ENTRY, ...RECORDING.log }).map((name) => `"${name}":`),
  ...'{ } [ ] , : null -1 0 1e999 {} [] "" "x" "https://site.example/" "base64" "utf-7" true'.split(' '),
  '"__proto__":{},',
  `${JSON.stringify(ENTRY)},`,
];
const entries = (piece: string) => (size: number) => {
  const [start = '', end = ''] = JSON.stringify({ log: { ...RECORDING.log, entries: ['@'] } }).split('"@"');
  return filled(size, `${piece},`, start, piece + end);
};

export const harTarget: FuzzTarget = {
  name: 'har',
  inputs: hostile([JSON.stringify(RECORDING), JSON.stringify(RECORDING, null, 2)], PIECES),
  async run(input) {
    const recording = read(input);
    if (recording === undefined) return;
    const written = [...harText(recording)].join('');
    const again = read(written);
    must(again !== undefined, () => 'what was read and written cannot be read again');
    must([...harText(again)].join('') === written, () => 'written again it is another text');
    const io = replayingIo(recording);
    const { signal } = new AbortController();
    for (const { request } of recording.log.entries.slice(0, 20)) {
      const headers = request.headers.map(({ name, value }): [string, string] => [name.toLowerCase(), value]);
      const { method, url, postData } = request;
      await io.send({ method, url, headers, body: postData?.text } as Parameters<typeof io.send>[0], signal);
    }
    for (const { question } of recording.log._dns.slice(0, 20)) await io.dns(question, signal);
    await io.close();
  },
  worst: {
    entries: entries(JSON.stringify(ENTRY)),
    'entries that are none': entries('{}'),
    'one long body': (size) =>
      JSON.stringify({
        log: {
          ...RECORDING.log,
          entries: [
            { ...ENTRY, response: { ...RECEIVED, content: { ...RECEIVED.content, text: 'A'.repeat(size) } } },
          ],
        },
      }),
    'long addresses': (size) =>
      JSON.stringify({
        log: {
          ...RECORDING.log,
          entries: [{ ...ENTRY, request: { ...SENT, url: `https://x.example/${'/'.repeat(size)}` } }],
        },
      }),
    arrays: (size) => filled(size, '['),
    times: (size) =>
      JSON.stringify({ log: { ...RECORDING.log, _clock: `2026-11-22T00:00:00.${'0'.repeat(size)}` } }),
  },
};

function read(text: string) {
  try {
    return parseHar(text);
  } catch (error) {
    must(error instanceof AuditError && error.kind === 'invalid_recording', () => `throws ${String(error)}`);
    mustBePlain('a message', error.message.replaceAll('\n', ' '), 1_000);
    return undefined;
  }
}
