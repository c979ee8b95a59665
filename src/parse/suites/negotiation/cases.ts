/**
 * Which of a server's types an Accept field takes, and which first (RFC 9110 section 12.5.1), as a table of our own.
 * The questions are those that the tests of negotiator ask (https://github.com/jshttp/negotiator, MIT); the cases are ours.
 */
export interface AcceptCase {
  /** `undefined`: no such field. */
  readonly accept: string | undefined;
  /** Which of `text/html`, `text/markdown` and `text/plain` are taken. */
  readonly takes: readonly string[];
  /** What a browser and a command-line client are given. */
  readonly browser: string;
  readonly commandLine: string;
  readonly differs?: string;
}

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';
const PLAIN = 'text/plain';
const ALL = [HTML, MARKDOWN, PLAIN];
const SOMETHING =
  'a page is given where none of its types is taken, instead of 406 (RFC 9110 section 15.5.7 allows it)';

const both = (accept: string | undefined, takes: readonly string[], type: string): AcceptCase => ({
  accept,
  takes,
  browser: type,
  commandLine: type,
});
/** Left open by the field: HTML for people, Markdown for command lines. */
const open = (accept: string | undefined, takes: readonly string[] = ALL): AcceptCase => ({
  accept,
  takes,
  browser: HTML,
  commandLine: MARKDOWN,
});

export const ACCEPT_CASES: readonly AcceptCase[] = [
  open(undefined),
  open('*/*'),
  open('text/*'),
  open('*/*;q=0.1'),
  open('application/json, */*;q=0.8'),
  open('application/*;q=0.2, */*;q=0.1'),
  both('text/html', [HTML], HTML),
  both('TEXT/HTML', [HTML], HTML),
  both('text/markdown', [MARKDOWN], MARKDOWN),
  both('text/plain', [PLAIN], PLAIN),
  both('text/html;level=1', [HTML], HTML),
  both('text/html;q=1', [HTML], HTML),
  both('text/html; q=0.1', [HTML], HTML),
  both('text/html;Q=0.5, text/markdown;Q=0.4', [HTML, MARKDOWN], HTML),
  both(' text/html , text/markdown;q=0.9 ', [HTML, MARKDOWN], HTML),
  both('text/markdown, text/html;q=0.9', [HTML, MARKDOWN], MARKDOWN),
  both('text/html;q=0.9, text/markdown', [HTML, MARKDOWN], MARKDOWN),
  both('text/plain;q=0.9, text/html;q=0.5, text/markdown;q=0.7', ALL, PLAIN),
  both('text/html, */*;q=0.1', ALL, HTML),
  both('text/markdown, */*;q=0.1', ALL, MARKDOWN),
  both('text/html, text/*;q=0.5', ALL, HTML),
  both('text/*;q=0.5, text/markdown;q=0.1, text/html;q=0.2', ALL, PLAIN),
  both('text/*, text/plain;q=0, text/markdown;q=0', [HTML], HTML),
  both('*/*, text/html;q=0, text/markdown;q=0', [PLAIN], PLAIN),
  both('text/markdown;q=0, */*', [HTML, PLAIN], HTML),
  both('text/html;q=0, text/*;q=0.1', [MARKDOWN, PLAIN], MARKDOWN),
  both('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', ALL, HTML),
  both('text/markdown, text/html', [HTML, MARKDOWN], MARKDOWN),
  both('text/html, text/markdown', [HTML, MARKDOWN], MARKDOWN),
  { ...open('application/json', []), differs: SOMETHING },
  { ...open('image/*', []), differs: SOMETHING },
  { ...open('*/*;q=0', []), differs: SOMETHING },
  { ...open('text/html;q=0', []), differs: SOMETHING },
  { ...open('bogus', []), differs: SOMETHING },
];
