import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quietOutput } from '../testing/cli.ts';
import { readScorecard } from './recordings.ts';

it('says of a file that cannot be read nothing that a terminal obeys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  const path = join(folder, 'site.example.json');
  try {
    await writeFile(path, '\u0013\u{e0001}\u{f0000}\u0010');
    const output = quietOutput();
    const said = await readScorecard(path, { output, timeoutMs: 1_000 }).catch(String);
    expect(said).toContain('neither a scorecard nor a recording');
    expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}]/u);
  } finally {
    await rm(folder, { recursive: true });
  }
});
