/**
 * What an event stream gives (HTML standard, section 9.2, "Interpreting an event stream"), as a table of our own: streams
 * with JSON-RPC responses in them, and the results that are read. The questions are those of web-platform-tests'
 * `eventsource/format-*` (https://github.com/web-platform-tests/wpt, BSD-3-Clause); the streams are ours.
 */
export interface StreamCase {
  readonly about: string;
  readonly stream: string;
  /** The result that is found; `null` where the stream has no response. */
  readonly result: string | null;
  /** Why it is read otherwise than browsers read it. */
  readonly differs?: string;
}

/** A response with the id that is asked for. */
const response = (result: string) => `{"jsonrpc":"2.0","id":"1","result":"${result}"}`;
const A = response('a');
const [HEAD = '', TAIL = ''] = ['{"jsonrpc":"2.0",', '"id":"1","result":"a"}'];

export const STREAM_CASES: readonly StreamCase[] = [
  { about: 'one event', stream: `data: ${A}\n\n`, result: 'a' },
  { about: 'no space after the colon', stream: `data:${A}\n\n`, result: 'a' },
  { about: 'more than one space', stream: `data:   ${A}\n\n`, result: 'a' },
  { about: 'lines that end with CR', stream: `data: ${A}\r\r`, result: 'a' },
  { about: 'lines that end with CR LF', stream: `data: ${A}\r\n\r\n`, result: 'a' },
  { about: 'all kinds of line ends', stream: `data: ${HEAD}\rdata: ${TAIL}\n\r\n`, result: 'a' },
  { about: 'data in several lines', stream: `data: ${HEAD}\ndata: ${TAIL}\n\n`, result: 'a' },
  {
    about: 'an empty line of data between',
    stream: `data: ${HEAD}\ndata\ndata:\ndata: ${TAIL}\n\n`,
    result: 'a',
  },
  { about: 'a byte order mark', stream: `\ufeffdata: ${A}\n\n`, result: 'a' },
  { about: 'two byte order marks', stream: `\ufeff\ufeffdata: ${A}\n\n`, result: null },
  { about: 'comments', stream: `: hello\n:\ndata: ${A}\n:data: x\n\n`, result: 'a' },
  { about: 'a field that nobody knows', stream: `foo: bar\ndata: ${A}\ndatax: y\n\n`, result: 'a' },
  { about: 'a field in capitals, which is another one', stream: `DATA: ${A}\n\n`, result: null },
  { about: 'a space before the field', stream: ` data: ${A}\n\n`, result: null },
  { about: 'a space before the colon', stream: `data : ${A}\n\n`, result: null },
  { about: 'an event of the default type by name', stream: `event: message\ndata: ${A}\n\n`, result: 'a' },
  { about: 'an empty type', stream: `event:\ndata: ${A}\n\n`, result: 'a' },
  { about: 'an event of another type', stream: `event: endpoint\ndata: ${A}\n\n`, result: null },
  { about: 'a type that ends with its event', stream: `event: x\ndata: 1\n\ndata: ${A}\n\n`, result: 'a' },
  { about: 'a type without data', stream: `event: x\n\ndata: ${A}\n\n`, result: 'a' },
  { about: 'the last of two types', stream: `event: x\nevent: message\ndata: ${A}\n\n`, result: 'a' },
  { about: 'id and retry', stream: `id: 7\nretry: 1000\ndata: ${A}\n\n`, result: 'a' },
  {
    about: 'an id with NUL, and a retry that is no number',
    stream: `id: a\0b\nretry: x\ndata: ${A}\n\n`,
    result: 'a',
  },
  { about: 'empty events before', stream: `\n\n\ndata\n\ndata:\n\ndata: ${A}\n\n`, result: 'a' },
  { about: 'what is no JSON before', stream: `data: hello\n\ndata: ${A}\n\n`, result: 'a' },
  {
    about: 'a notification and another response before',
    stream: `data: {"jsonrpc":"2.0","method":"m"}\n\ndata: {"jsonrpc":"2.0","id":"2","result":"b"}\n\ndata: ${A}\n\n`,
    result: 'a',
  },
  { about: 'the first of two responses', stream: `data: ${A}\n\ndata: ${response('b')}\n\n`, result: 'a' },
  { about: 'characters of any plane', stream: `data: ${response('ä😀')}\n\n`, result: 'ä😀' },
  { about: 'a colon in the data', stream: `data: ${response('a: b')}\n\n`, result: 'a: b' },
  { about: 'comments only', stream: ': ping\n\n: ping\n\n', result: null },
  { about: 'nothing', stream: '', result: null },
  {
    about: 'an event without its empty line',
    stream: `data: ${A}\n`,
    result: 'a',
    differs:
      'browsers drop an event that the stream ends in; an answer that is there is not held against a server',
  },
  {
    about: 'an event without any line end',
    stream: `data: ${A}`,
    result: 'a',
    differs: 'the same',
  },
];
