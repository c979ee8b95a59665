import { describe, expect, it, test } from 'vitest';
import { definitions } from '../../audit/check-texts/index.ts';
import { runCli } from '../../testing/cli.ts';

async function listed(...args: string[]): Promise<string[]> {
  const { stdout } = await runCli(['checks', '--json', ...args]);
  return (JSON.parse(stdout) as { checks: { id: string }[] }).checks.map(({ id }) => id);
}

describe('checks', () => {
  it('lists the checks of a category or level', async () => {
    const inMcp = definitions.filter(({ category }) => category === 'mcp').map(({ id }) => id);
    expect(await listed('--category', 'mcp')).toEqual(inMcp);
    const must = definitions.filter(({ keyword }) => keyword === 'must').map(({ id }) => id);
    expect(must.length).toBeGreaterThan(0);
    expect(await listed('--keyword', 'must')).toEqual(must);
    expect((await listed()).length).toBe(definitions.length);
    expect((await runCli(['checks', '--category', 'mpc'])).code).toBe(2);
  });
});

test('explain names the command that lists a category’s checks', async () => {
  const { code, stderr } = await runCli(['explain', 'MCP']);
  expect(code).toBe(2);
  expect(stderr).toContain('checks --category mcp');
});
