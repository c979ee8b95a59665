#!/usr/bin/env node
/** Checks the vocabulary for `npm run check`: lists phrases that are hard to understand, each with a replacement. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Case-insensitive patterns of the phrases to avoid, each with its replacement. */
const PHRASES: readonly (readonly [pattern: string, instead: string])[] = [
  ['beside', '"next to", "in addition to", "compared with"'],
  [
    '(?<!there |has )(?:is|are|was|were) no(?= \\w)(?! (?:longer|more|later|less|fewer|other))',
    '"is not a", "is missing"',
  ],
  ['stands? (?:in|on|at|above|below|before|behind|between|there|so|only)', '"is", "appears"'],
  ['what is there', 'the name of the thing: "the existing file"'],
  ['(?:that one|the other one)(?=[.,;:)]| (?:is|was|has|may|must|stays)\\b|$)', 'the name of the thing'],
  ['whoever|somebody|somebody else', '"callers", "a client", "another process"'],
  ['mends?|mended|amends?', '"fixes", "fixed"'],
  ['in vain', '"without success", "but failed"'],
  ['to the letter', '"identical", "exactly"'],
  ['asked (?:again )?alone', '"retried with no other request in flight"'],
  ['leads? on', '"is followed by", "links to"'],
  ['(?:is|are|was|were) told', '"receives", "is notified", "learns"'],
  ['is asked for|what is asked', '"is requested", "the request"'],
  ['put right|puts right', '"fix", "fixes"'],
  ['how it is called', '"what it is called"'],
  ['our pace|in company', '"concurrency", "while other requests are in flight"'],
  ['\\w*(?:behaviour|colour|favour|honour|neighbour|artefact|judgement|recognis|organis)\\w*', 'US spelling'],
  ['licence|defence|labelled|grey(?! wizard)', 'US spelling: "license", "defense", "labeled", "gray"'],
];
const VAGUE = PHRASES.map(([pattern, instead]) => ({
  pattern: new RegExp(`\\b(?:${pattern})(?!\\w)`, 'i'),
  instead,
}));

/** Files that are not checked: third-party texts, data, and this script. */
const LEFT_OUT =
  /^scripts\/words|\/suites\/|\/examples\/.*\.(?:txt|json)$|\.(?:json|png|svg|pem|xsd|lock)$|LICENSE$/;

/** Returns the vague phrases in a text, each as `line: phrase: instead`. */
export function vaguePhrases(text: string): string[] {
  return text.split('\n').flatMap((line, i) =>
    VAGUE.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${i + 1}: "${found[0].trim()}": write ${instead}`];
    }),
  );
}

if (import.meta.main) {
  const files = execFileSync(
    'git',
    ['ls-files', 'src', 'scripts', 'functions', 'content', '.github', '*.md'],
    {
      encoding: 'utf8',
    },
  );
  const faults = files
    .trim()
    .split('\n')
    .filter((path) => !LEFT_OUT.test(path) && existsSync(path))
    .flatMap((path) => vaguePhrases(readFileSync(path, 'utf8')).map((fault) => `${path}:${fault}`));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`\n${faults.length} phrases to replace.`);
    process.exitCode = 1;
  }
}
