/** How the repository of a catalog grows: nights of the scheduled run in a real git repository, packed by git. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../files.ts';
import { goodResult, mergeStored, noteFailure } from '../results/merge.ts';
import { Store } from '../results/store.ts';
import type { Stored } from '../scorecard/record.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { scoredAgain } from '../scorecard/stored.ts';
import type { BenchRun, Measured } from './figures.ts';
import { table } from './measure.ts';
import { auditedDemos, under } from './synthetic.ts';

const SIZE = { sites: 100, nights: 30 };
/** Of the sites, the part that a night finds changed, and the part that is down. */
const CHANGED = 0.03;
const DOWN = 0.02;
/** What the figures are scaled to. */
const YEAR = { sites: 1_000, nights: 365 };
const FIRST = Date.parse('2026-01-01T03:17:00.000Z');
const DAY_MS = 24 * 3600 * 1000;
/** Between two audits of a run. */
const PACE_MS = 1_237;

export async function measureGrowth({ smallest }: BenchRun): Promise<Measured> {
  const { sites, nights } = smallest ? { sites: 3, nights: 2 } : SIZE;
  const folder = await mkdtemp(join(tmpdir(), 'agent-readiness-growth-'));
  try {
    const envelopes = await auditedDemos(join(folder, 'demos'));
    const texts = Array.from({ length: sites }, (_, i) =>
      JSON.stringify(under(hostOf(i), envelopes[i % envelopes.length] as Envelope)),
    );
    const { objects, bytes, tree } = await grown(join(folder, 'repository'), texts, nights);
    const rows = [
      ['objects a night', 'packed, bytes a site and night', 'in a year, MiB', 'working tree, MiB'],
      [
        objects.toFixed(0),
        bytes.toFixed(0),
        ((bytes * YEAR.sites * YEAR.nights) / 1024 ** 2).toFixed(0),
        ((tree * YEAR.sites) / 1024 ** 2).toFixed(0),
      ],
    ];
    return {
      text: `${table(rows)}${sites} sites with the demo sites' scorecards, ${nights} nights after the first, of which each finds ${100 * CHANGED} % of them changed
and ${100 * DOWN} % down. packed: what \`git gc\` makes of the commits of these nights. in a year: the same for ${YEAR.nights} nights of
${YEAR.sites} sites, scaled linearly, not measured.\n`,
      figures: {
        'objects a night': objects,
        'bytes packed, a site and night': bytes,
        'bytes of the working tree, a site': tree,
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes are of one site. */
async function grown(repository: string, texts: readonly string[], nights: number) {
  const results = join(repository, 'content/scorecards');
  await makeFolder(results);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('config', 'gc.auto', '0');
  await writeFile(join(repository, '.gitignore'), '.locks/\n');
  const store = new Store({ results, recordings: results });
  await store.open();
  const random = randomOf(1);
  const current = [...texts];
  let before = { size: 0, count: 0 };
  for (let night = 0; night <= nights; night += 1) {
    for (let i = 0; i < texts.length; i += 1) {
      const at = new Date(FIRST + night * DAY_MS + i * PACE_MS + Math.floor(random() * 900)).toISOString();
      const fate = random();
      if (night > 0 && fate < CHANGED) current[i] = changed(current[i] ?? '', random);
      const isDown = night > 0 && fate > 1 - DOWN;
      using claim = await store.waitForClaim(hostOf(i));
      await claim.update((stored) => (isDown ? down(stored, at) : found(stored, current[i] ?? '', at)));
    }
    await store.tidy();
    git('add', '--all');
    git('commit', '--quiet', '--message', `Night ${night}`);
    if (night === 0) before = packed(git);
  }
  const after = packed(git);
  const sizes = git('ls-tree', '-r', 'HEAD', '--format=%(objectsize)').split('\n');
  return {
    objects: (after.count - before.count) / nights,
    bytes: (after.size - before.size) / nights / texts.length,
    tree: sizes.reduce((sum, size) => sum + Number(size), 0) / texts.length,
  };
}

/** What packs the commits, and gives the bytes and the number of objects in the packs. */
function packed(git: (...args: string[]) => string): { size: number; count: number } {
  git('gc', '--quiet', '--prune=now');
  const fields = new Map(
    git('count-objects', '-v')
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  return { size: Number(fields.get('size-pack')) * 1024, count: Number(fields.get('in-pack')) };
}

function found(stored: Stored, text: string, at: string): Stored {
  const envelope = scoredAgain(JSON.parse(text), at) as Envelope;
  return mergeStored(stored, goodResult(stored.host, envelope));
}

function down(stored: Stored, at: string): Stored {
  return noteFailure(stored, { at, kind: 'target_unreachable', message: `${stored.host} gave no answer.` });
}

/** Another verdict, with other evidence and another score. */
function changed(text: string, random: () => number): string {
  const envelope = JSON.parse(text) as Envelope;
  const { results, score } = envelope.scorecard;
  const result = results[Math.floor(random() * results.length)];
  if (result !== undefined)
    result.evidence = `\`/\` answered with ${Math.floor(random() * 1e9)} of what was asked for`;
  score.relative = Math.floor(random() * 101);
  return JSON.stringify(envelope);
}

function hostOf(i: number): string {
  return `site-${i}.example`;
}

/** A row of numbers from 0 to 1, the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
