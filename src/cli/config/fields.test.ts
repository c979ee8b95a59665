/** The fields of the configuration, and the page that explains them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../report/gate/config.ts';
import { FAIL_ON } from '../../report/gate/vocabulary.ts';
import { fillPlaceholders } from '../../report/placeholders.ts';
import { AUDIT } from '../audit/options.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import type { Setting } from '../settings.ts';

const [, page = ''] = fillPlaceholders(
  readFileSync(new URL('../../../content/pages/pipeline.mdx', import.meta.url), 'utf8'),
  'https://catalog.example',
).split(/^## (?:The gate|Reports)$/m);

/** Fields without a setting. audit/gate.test.ts, configured.test.ts and reports.test.ts test them. */
const OTHERS = ['$schema', 'target', 'thresholds', 'assertions', 'assistants', 'waivers', 'files'];

describe('the configuration', () => {
  it('has exactly the fields that are read', () => {
    const fields = Object.keys(configSchema.shape);
    const read = Object.values<Setting<unknown>>(AUDIT).flatMap(({ config }) =>
      config === undefined ? [] : [config.split('.')[0] ?? ''],
    );
    expect([...new Set([...read, ...OTHERS])].toSorted()).toEqual(fields.toSorted());
  });
});

describe('the gate on the page “In your pipeline”', () => {
  it('shows a valid configuration', () => {
    const [, example = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
    expect(configSchema.safeParse(JSON.parse(example)).error?.issues).toBeUndefined();
  });

  it('lists every gate condition and exit code', () => {
    for (const reason of FAIL_ON) expect(page).toContain(`| \`${reason}\` |`);
    const codes = EXIT_CODES.filter(({ code }) => code < 128);
    for (const { code } of codes) expect(page).toContain(`\n| ${code} |`);
  });

  it('names only existing options', () => {
    const known = new Set(
      Object.values<Setting<unknown>>(AUDIT).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0]),
    );
    const named = [...page.matchAll(/`?(--[a-z-]+)/g)].map(([, name]) => name);
    const elsewhere = ['--output', '--allow-remote', '--fail-on-worse', '---'];
    expect(named.filter((name) => !known.has(name) && !elsewhere.includes(name ?? ''))).toEqual([]);
  });
});
