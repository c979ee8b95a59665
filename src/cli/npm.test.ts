import { describe, expect, it } from 'vitest';
import { buildProgram } from './main.ts';
import { keptByNpm } from './npm.ts';

describe('options consumed by npm', () => {
  const program = buildProgram('afa');
  const by = (env: Record<string, string>, argv: string[] = []) => keptByNpm(program, argv, env);
  const script = { npm_lifecycle_event: 'audit', npm_lifecycle_script: 'node scripts/audit.ts' };

  it('are an error that says where to put them', () => {
    const kept = by({ ...script, npm_config_json: 'true', npm_config_fail_under: '80' });
    expect(kept?.message).toBe('npm kept --json and --fail-under for itself, because no -- came before it.');
    expect(kept?.hint).toContain('npm run -s audit -- … --json --fail-under');
    expect(by({ ...script, npm_config_interactive: '' })?.message).toContain('kept --no-interactive');
  });

  it('are only detected if npm started this command alone', () => {
    const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'audit-for-agents'" };
    expect(by({ ...npx, npm_config_dry_run: 'true' })?.hint).toContain('afa … --dry-run');
    expect(by({ ...npx, npm_config_dry_run: 'true' }, ['--dry-run'])).toBeUndefined();
    expect(by({ ...npx, npm_config_dry_run: '' })).toBeUndefined();
    expect(by({ ...npx, npm_config_color: 'true', npm_config_yes: 'true' })).toBeUndefined();
    expect(by({ npm_config_json: 'true' })).toBeUndefined();
    expect(by({ npm_lifecycle_script: 'vitest run', npm_config_json: 'true' })).toBeUndefined();
    const chain = { ...script, npm_lifecycle_script: 'node --version && node scripts/audit.ts' };
    expect(by({ ...chain, npm_config_force: 'true' })).toBeUndefined();
  });
});
