/** The pages of the principles publish every requirement that is listed here, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseFrontMatter } from '../../parse/front-matter.ts';

const FOLDER = new URL('../../../content/principles/', import.meta.url);

/** Version 0.5.0, in the order of the standard: the ids begin with the principle and the level. */
const STANDARD: Readonly<Record<string, string>> = {
  P1: `p1-must-env-var p1-must-no-interactive p1-must-no-browser p1-must-secret-non-leaky-path
    p1-should-tty-detection p1-should-defaults-in-help p1-may-rich-tui`,
  P2: `p2-must-output-flag p2-must-stdout-stderr-split p2-must-exit-codes p2-must-json-errors p2-must-schema-print
    p2-should-consistent-envelope p2-should-schema-file p2-should-json-aliases p2-may-more-formats p2-may-raw-flag`,
  P3: `p3-must-top-level-examples p3-must-subcommand-examples p3-must-version p3-should-version-short
    p3-should-paired-examples p3-should-about-long-about p3-may-examples-subcommand`,
  P4: `p4-must-try-parse p4-must-exit-code-mapping p4-must-actionable-errors p4-should-structured-enum
    p4-should-json-error-output p4-should-gating-before-network p4-should-enumerate-valid-set`,
  P5: 'p5-must-force-yes p5-must-read-write-distinction p5-must-dry-run p5-should-idempotency',
  P6: `p6-must-sigpipe p6-must-no-color p6-must-completions p6-must-sigterm p6-must-timeout-network p6-must-no-pager
    p6-must-global-flags p6-should-tier-gating p6-should-stdin-input p6-should-consistent-naming
    p6-should-subcommand-operations p6-may-color-flag p6-may-standard-names`,
  P7: `p7-must-quiet p7-must-list-clamping p7-should-verbose p7-should-timeout p7-should-limit p7-may-auto-verbosity
    p7-may-cursor-pagination`,
  P8: 'p8-should-bundle-exists p8-must-bundle-install p8-may-install-all p8-may-bundle-update',
};

/** Requirements that do not hold for every command line; all others apply to `all`. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'p1-must-no-browser': 'logs in to a service',
  'p1-must-secret-non-leaky-path': 'takes secrets',
  'p2-must-schema-print': 'emits JSON',
  'p2-should-schema-file': 'emits JSON',
  'p3-must-subcommand-examples': 'has subcommands',
  'p4-should-gating-before-network': 'uses the network',
  'p4-should-enumerate-valid-set': 'closed sets',
  'p5-must-force-yes': 'destroys things',
  'p5-must-read-write-distinction': 'reads and writes',
  'p5-must-dry-run': 'writes',
  'p5-should-idempotency': 'writes',
  'p6-must-sigterm': 'runs long',
  'p6-must-timeout-network': 'uses the network',
  'p6-must-no-pager': 'pages',
  'p6-must-global-flags': 'has subcommands',
  'p6-should-stdin-input': 'takes input data',
  'p6-should-consistent-naming': 'has subcommands',
  'p6-should-subcommand-operations': 'has subcommands',
  'p7-must-list-clamping': 'lists',
  'p7-should-limit': 'lists',
  'p7-may-cursor-pagination': 'lists',
  'p8-must-bundle-install': 'has a bundle',
  'p8-may-install-all': 'has a bundle',
  'p8-may-bundle-update': 'has a bundle',
};

const principleSchema = z.strictObject({
  id: z.string(),
  name: z.string().min(8),
  site: z.string().min(20).max(140),
  summary: z.string().min(20).max(140),
  requirements: z.array(
    z.strictObject({
      id: z.string(),
      level: z.enum(['must', 'should', 'may']),
      applies: z.string(),
      text: z.string().regex(/^.{15,}\.$/),
    }),
  ),
});

const HEADINGS = ['What it asks', 'Why agents need it', 'What shows it', 'What goes wrong without it'];

function read(id: string) {
  const text = readFileSync(new URL(`${id.toLowerCase()}.mdx`, FOLDER), 'utf8');
  const parsed = parseFrontMatter(text);
  if (parsed?.ok !== true) throw new Error(`${id}: ${parsed?.why ?? 'no front matter'}`);
  return { text, principle: principleSchema.parse(parsed.value) };
}

it('has every principle, with 59 requirements', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(STANDARD).map((id) => `${id.toLowerCase()}.mdx`));
  const all = Object.keys(STANDARD).flatMap((id) => read(id).principle.requirements);
  expect(all).toHaveLength(59);
  expect(new Set(all.map(({ text }) => text)).size).toBe(59);
});

describe.each(Object.entries(STANDARD))('%s', (id, ids) => {
  const { text, principle } = read(id);

  it('publishes exactly its requirements, with their levels and conditions', () => {
    expect(principle.id).toBe(id);
    expect(
      principle.requirements.map(({ id: own, level, applies }) => ({ id: own, level, applies })),
    ).toEqual(
      ids.split(/\s+/).map((own) => ({
        id: own,
        level: own.split('-')[1],
        applies: CONDITIONS[own] ?? 'all',
      })),
    );
  });

  it('has its sections in order', () => {
    expect([...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS);
  });
});
