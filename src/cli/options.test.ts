/** Every setting of every command, from each of its sources. The effects are tested next to the code that has them. */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { ADD, RUN, SHARED } from '../catalog/run/command/options.ts';
import { type Config, configSchema } from '../report/gate/config.ts';
import { AUDIT, EXPLAIN, FIX } from './audit/options.ts';
import { CHECKS, COMPARE, GLOBAL, SKILL_INSTALL } from './options.ts';
import { optionOf, resolve, type Setting } from './settings.ts';

const TABLES = {
  global: GLOBAL,
  audit: AUDIT,
  checks: CHECKS,
  compare: COMPARE,
  skill: SKILL_INSTALL,
  explain: EXPLAIN,
  fix: FIX,
  'audit:catalog': { ...SHARED, ...RUN, ...ADD },
};
const SETTINGS = Object.entries(TABLES).flatMap(([command, table]) =>
  Object.values<Setting<unknown>>(table).map((setting) => ({ command, flags: setting.flags, setting })),
);

/** A configuration in which every field with a setting differs from the default. */
const CONFIGURED: Config = {
  canonicalOrigin: 'https://example.com',
  mcpEndpoint: '/v2/mcp',
  waitFor: 90,
  waitTimeout: 5,
  siteType: 'api',
  only: ['robots', 'api'],
  skip: ['sitemap'],
  headers: ['x-preview=env:TOKEN'],
  resolver: 'off',
  failOn: ['broken', 'below'],
  thresholds: { relative: 90 },
  baseline: 'known.json',
  outputFiles: { sarif: 'out/s.sarif', junit: 'j.xml' },
  onlyFailures: true,
};
/** The same values as environment variables. The configuration's folder is /project. */
const TYPED: Readonly<Record<string, string>> = {
  AUDIT_CANONICAL_ORIGIN: 'https://example.com',
  AUDIT_MCP_ENDPOINT: '/v2/mcp',
  AUDIT_WAIT_FOR: '90',
  AUDIT_WAIT_TIMEOUT: '5',
  AUDIT_SITE_TYPE: 'api',
  AUDIT_ONLY: 'robots,api',
  AUDIT_SKIP: 'sitemap',
  AUDIT_HEADER: 'x-preview=env:TOKEN',
  AUDIT_RESOLVER: 'off',
  AUDIT_FAIL_ON: 'broken,below',
  AUDIT_FAIL_UNDER: '90',
  AUDIT_BASELINE: '/project/known.json',
  AUDIT_OUTPUT_FILE: 'sarif=/project/out/s.sarif,junit=/project/j.xml',
  AUDIT_BASE: '/project/earlier.json',
  // Variables without a configuration field.
  AUDIT_BASE_URL: 'https://catalog.example',
  AUDIT_CONCURRENCY: '2',
  AUDIT_CONTACT: 'mailto:security@example.com',
  AUDIT_CONTENT_SIGNAL: 'search=yes, ai-train=no',
  AUDIT_DESCRIPTION: 'A shop for tea.',
  AUDIT_LIMIT: '2',
  AUDIT_TARGETS_AT_ONCE: '2',
  AUDIT_TIMEOUT: '2.5',
  CATALOG_DATABASE: 'postgres://user@127.0.0.1/catalog',
};

function textFor({ env, choices, fallback }: Setting<unknown>): string {
  return TYPED[env] ?? choices?.find((one) => one !== fallback) ?? 'some-text';
}

function resolved(
  setting: Setting<unknown>,
  { args = [], env = {}, values }: { args?: string[]; env?: Record<string, string>; values?: Config },
): { value: unknown; source: unknown } {
  const command = new Command().addOption(optionOf(setting)).parse(args, { from: 'user' });
  const config =
    values === undefined
      ? undefined
      : {
          path: '/project/c.json',
          name: 'c.json',
          folder: '/project',
          values: configSchema.parse(values),
          by: 'found' as const,
        };
  const { values: all, sources } = resolve(command, { it: setting }, env, config);
  return { value: all.it, source: sources.it };
}

describe('a setting', () => {
  it.each(SETTINGS)('$command $flags is read from its flag, else from its variable', ({ setting }) => {
    const [name = ''] = setting.flags.split(' ').filter((word) => word.startsWith('--'));
    const isSwitch = !setting.flags.includes('<');
    const text = textFor(setting);
    const byDefault = resolved(setting, {});
    const byFlag = resolved(setting, { args: isSwitch ? [name] : [name, text] });
    expect(byDefault).toEqual({ value: setting.fallback, source: 'default' });
    expect(byFlag.source).toBe('flag');
    expect(byFlag.value).not.toEqual(setting.fallback);
    const env = { [setting.env]: isSwitch ? '1' : text };
    expect(resolved(setting, { env })).toEqual({ value: byFlag.value, source: 'env' });
    expect(resolved(setting, { args: isSwitch ? [name] : [name, text], env }).source).toBe('flag');
  });

  const configured = SETTINGS.filter(({ setting }) => setting.config !== undefined);

  it.each(configured)(
    '$command $flags may be in the configuration, which flag and variable override',
    ({ setting }) => {
      const isSwitch = !setting.flags.includes('<');
      const env = { [setting.env]: isSwitch ? '1' : textFor(setting) };
      const { value } = resolved(setting, { env });
      expect(resolved(setting, { values: CONFIGURED })).toEqual({ value, source: 'config' });
      expect(resolved(setting, { values: CONFIGURED, env })).toEqual({ value, source: 'env' });
      expect(resolved(setting, { values: {} }).source).toBe('default');
    },
  );
});
