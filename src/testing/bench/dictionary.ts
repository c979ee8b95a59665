#!/usr/bin/env node
/**
 * Adds a dictionary for the rows of a database, made from the scorecards of the demo sites: `node src/testing/bench/dictionary.ts`.
 * It is worth it when the texts of many checks have changed. New rows then use it, and older rows stay readable; but
 * programs of an older version cannot read the new ones.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { scoredOf } from '../../catalog/listed.ts';
import { goodResult } from '../../catalog/results/merge.ts';
import { storedText } from '../../catalog/results/stored-text.ts';
import { auditedDemos } from './synthetic.ts';

const FILE = new URL('../../catalog/database/dictionaries.json', import.meta.url);
const SMALLEST = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

const folder = mkdtempSync(join(tmpdir(), 'dictionary-'));
const dictionaries: string[] = JSON.parse(readFileSync(FILE, 'utf8'));
dictionaries.push(zstdCompressSync(await dictionaryText(), SMALLEST).toString('base64'));
writeFileSync(FILE, `${JSON.stringify(dictionaries, null, 2)}\n`);
rmSync(folder, { recursive: true });

/** Returns a scorecard with each check in each status, and the entry of a list. */
async function dictionaryText(): Promise<string> {
  const envelopes = await auditedDemos(folder);
  const all = envelopes.flatMap(({ scorecard }) => scorecard.results);
  const results = Map.groupBy(all, ({ id, status, na_reason }) => `${id} ${na_reason ?? status}`);
  // A site that no one has prepared for agents, as most are.
  const envelope = envelopes.find(({ target }) => target === 'neglected.demo');
  if (envelope === undefined) throw new Error('The demo site is missing.');
  const scorecard = {
    ...envelope.scorecard,
    results: [...results.values()].flatMap(([first]) => first ?? []),
  };
  const stored = storedText(goodResult(envelope.target, { ...envelope, scorecard }));
  const target = { host: envelope.target, name: 'Site', description: 'A site.', category: 'documentation' };
  return `${stored}${JSON.stringify({ target, scored: scoredOf(envelope), scoredAt: [] })}`;
}
