/**
 * The worst site of each kind in the attack suite (`attack.nightly.test.ts` describes it), audited by the auditor's process.
 */
import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './report.ts';
import { attack, startAuditors } from './run.ts';
import { ATTACK_SITES } from './sites.ts';

const WORST = [
  // Not hostile: shows that the other sites do not end the audit because of TLS.
  'is a plain site over TLS',
  'begins a header that goes on in continuations for ever',
  'sends header bombs',
  'drips its home page',
  'sends interim answers without end beneath its home page',
  'sends two answers at once beneath its home page',
  'never ends the handshake of TLS',
  'sends 200 MiB in gzip, gzip, gzip beneath its home page',
  'has YAML aliases at every address beneath its home page',
  'has a home page of 256 KiB of tables in tables',
  'redirects to private addresses',
  'has an MCP endpoint that floods notifications and never answers',
  'speaks to terminals',
  'speaks to readers of briefs',
  'speaks to CI runners by its header',
];

/** The deadline of audits that only it can end, and of all others, in milliseconds. */
const DEADLINES = { short: 1_000, long: 60_000 };

const auditors = startAuditors();
afterAll(() => auditors[Symbol.asyncDispose]());

it.each(WORST)('the audit of a site that %s ends, with the right verdicts', async (name) => {
  const site = ATTACK_SITES.find((one) => one.name === name);
  if (site === undefined) throw new Error(`there is no site that ${name}`);
  expect(faultsOf(await attack(auditors, site, DEADLINES), site.expects)).toEqual([]);
});
