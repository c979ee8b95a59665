/** robots.txt and security.txt, what their lines say, and text that is shown. */

import { isKnownSignal, parseContentSignals } from '../../parse/content-signal.ts';
import { parseContentUsage, parseContentUsageRule } from '../../parse/content-usage.ts';
import { contentDirectories } from '../../parse/directories.ts';
import { parseRobots } from '../../parse/robots.ts';
import { expiryOf, parseSecurityTxt } from '../../parse/security-txt.ts';
import { plain, plainLines } from '../../parse/text.ts';
import { fold } from '../../parse/white-space.ts';
import { filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';
import { ROBOTS } from './samples.ts';

const PIECES = [
  'User-agent: ',
  'user-agent:GPTBot\n',
  'User-agent: *\n',
  'Disallow: /',
  'Allow:',
  'Sitemap: https://site.example/sitemap.xml\n',
  'Content-Signal: search=yes, ai-train=no\n',
  'Content-Usage: train-ai=n, search=y\n',
  'Content-Usage: /path train-ai=n;x\n',
  'Contact: mailto:a@site.example\n',
  'Expires: 2027-01-01T00:00:00Z\n',
  'Expires: Mon, 15 Aug 2027 18:37:07 -0500\n',
  '-----BEGIN PGP SIGNED MESSAGE-----\n',
  '- ',
  '# comment\n',
  'GPTBot, ClaudeBot',
  '=',
  ',',
  ';',
  '"',
  '?1',
  ':YQ==:',
  '(a b)',
  '\r',
  '.',
  '\u001b]8;;https://x\u0007',
  '\u009b31m',
];

/** Reads what is shown of a site's text, at several lengths. */
function show(input: string): void {
  for (const max of [1, 2, 40, 300]) {
    const shown = plain(input, max);
    mustBePlain('plain text', shown, max);
    const again = plain(shown, max);
    must(fold(again) === fold(shown), () => `plain(plain(x)) is another text: ${JSON.stringify(shown)}`);
    const lines = plainLines(input, max);
    atMost('characters of plain lines', lines.length, max);
    for (const line of lines.split('\n')) mustBePlain('a plain line', line, max);
  }
}

export const textTarget: FuzzTarget = {
  name: 'text',
  inputs: hostile(ROBOTS, PIECES),
  run(input) {
    const robots = parseRobots(input);
    const agents = robots.groups.flatMap((group) => group.agents);
    for (const agent of agents) must(/^(\*|[\w.-]*)$/.test(agent), () => `an agent that is ${agent}`);
    for (const line of robots.contentSignals.slice(0, 50)) {
      parseContentSignals(line).filter(isKnownSignal);
    }
    for (const line of robots.contentUsages.slice(0, 50)) {
      parseContentUsageRule(line);
      parseContentUsage(line);
    }
    parseContentSignals(input.slice(0, 64 * 1024));
    parseContentUsageRule(input);
    const { contacts, expires } = parseSecurityTxt(input);
    atMost('contacts', contacts.length, input.length / 8 + 1);
    if (expires !== undefined) must(!Number.isNaN(expiryOf(expires) ?? 0), () => `${expires} is not a time`);
    contentDirectories(input.split('\n', 1_000), 'https://site.example');
    show(input);
  },
  worst: {
    agents: (size) => filled(size, 'User-agent: a\n'),
    'agents and rules': (size) => filled(size, 'User-agent: a\nAllow:/\n'),
    'agents of dots': (size) => filled(size, '.', 'User-agent: a', 'x'),
    'lists of agents': (size) => filled(size, 'User-agent: a , b\n'),
    'white space before a colon': (size) => filled(size, ' ', 'user-agent', 'x'),
    'white space': (size) => filled(size, ' '),
    lines: (size) => filled(size, '\r'),
    hyphens: (size) => filled(size, '-'),
    letters: (size) => filled(size, 'a'),
    signals: (size) => filled(size, 'search=yes,', 'Content-Signal: '),
    usages: (size) => filled(size, 'train-ai=n,', 'Content-Usage: '),
    contacts: (size) => filled(size, 'Contact:x\n'),
    'sequences of a terminal': (size) => filled(size, '\u001b[0'),
    'sequences without an end': (size) => filled(size, '\u001b]'),
    'sequences of blanks': (size) => filled(size, '\u001b[    '),
    'invisible characters': (size) => filled(size, '\u200b\u202e'),
    'blanks to fold': (size) => filled(size, 'a \n'),
    directories: (size) => numbered(size, (i) => `https://site.example/${i}/a\n`),
    'directories of slashes': (size) => filled(size, '/', 'https://site.example/'),
  },
};
