/** What people type as a target, and URLs that sites name. */
import { AuditError } from '../../errors.ts';
import { MAX_URL_CHARS } from '../../limits.ts';
import { sameSite } from '../../parse/same-site.ts';
import { anyUrl, documentUrl, webUrl } from '../../parse/url.ts';
import { isPublicForm, parseTarget, type Target } from '../../target.ts';
import { FORBIDDEN_FORMS } from '../../testing/forbidden.ts';
import { filled, hostile } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';

const SAMPLES = [
  ...FORBIDDEN_FORMS.flatMap(({ inputs }) => inputs.map((input) => input.slice(0, 300))),
  'example.com',
  'https://example.com/a?b#c',
  'http://localhost:3000',
  'bücher.example',
  'xn--bcher-kva.example',
  '127.0.0.1:8080',
  '[::1]:3000',
];
const PIECES = [
  ...'http:// https:// // : / ? # @ . .. [ ] % %2e %00 xn-- xn--a localhost 127.0.0.1 0x7f 2130706433 [::1] [fe80::1%25a] :80 :443 :0 :65536'.split(
    ' ',
  ),
  ...'a- -a _ * com example.com user:secret@ bücher ß İ ſ ℓ ⓐ １ 。 ． ｡ \u200d \u200c \u00ad \u034f \ufe0f \u0130 \u2488 ::ffff:'.split(
    ' ',
  ),
];

/** What is wrong with an input, or the target that it is. */
function targetOf(input: string, network: 'any' | 'public'): Target | undefined {
  try {
    return parseTarget(input, network);
  } catch (error) {
    must(error instanceof AuditError && error.kind === 'invalid_target', () => `throws ${String(error)}`);
    mustBePlain('a message', error.message, 600);
    const named = /^\s*(?:https?:\/\/)?user:secret@/.test(input);
    const once = named && input.split('secret').length === 2;
    must(!once || !error.message.includes('secret'), () => `a password is shown: ${error.message}`);
    return undefined;
  }
}

export const targetTarget: FuzzTarget = {
  name: 'target',
  inputs: hostile(SAMPLES, PIECES),
  run(input) {
    const any = targetOf(input, 'any');
    const isPublic = targetOf(input, 'public');
    must(
      isPublic === undefined || any !== undefined,
      () => 'the public service takes more than the command line',
    );
    for (const target of [any, isPublic]) {
      if (target === undefined) continue;
      must(/^[a-z0-9.:[\]_-]+$/.test(target.name), () => `a name that no scorecard may have: ${target.name}`);
      atMost('characters of a name', target.name.length, 260);
      must(target.url === `${target.origin}/`, () => `${target.url} is not the root of ${target.origin}`);
      const again = parseTarget(target.url);
      must(again.url === target.url, () => `${target.url} is read as ${again.url}`);
    }
    if (isPublic !== undefined)
      must(isPublicForm(new URL(isPublic.url)), () => `${isPublic.url} is refused later`);
    for (const base of [undefined, 'https://site.example/a/b', `https://site.example/${'a'.repeat(3_000)}`]) {
      for (const url of [webUrl(input, base), anyUrl(input, base), documentUrl(input, base)]) {
        if (url !== undefined) atMost('characters of a URL', url.href.length, MAX_URL_CHARS);
      }
    }
    sameSite(input, 'https://site.example/');
  },
  worst: {
    letters: (size) => filled(size, 'a'),
    labels: (size) => filled(size, 'a.'),
    slashes: (size) => filled(size, '/', 'https://'),
    'slashes behind a host': (size) => filled(size, '/', 'https://example.com'),
    colons: (size) => filled(size, ':'),
    'user names': (size) => filled(size, '@'),
    percents: (size) => filled(size, '%41'),
    'dots in a path': (size) => filled(size, '../', 'https://example.com/'),
    'letters of other scripts': (size) => filled(size, 'ß.'),
    'combining marks': (size) => filled(size, '\u0323\u0307', 'a'),
    'just under the bound': () => `https://example.com/${'é'.repeat(2_000)}`,
    'labels under the bound': () => 'xn--a.'.repeat(340),
    digits: (size) => filled(size, '1.'),
    'white space': (size) => filled(size, ' ', '', 'a'),
  },
};
