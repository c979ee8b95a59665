import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toolList } from './server.ts';
import { READS, type ToolContext, tool } from './tool.ts';

const about = (target: z.ZodType<string | undefined>) =>
  tool({
    name: 'read_site',
    title: 'Read a site',
    description: 'Cost: a read.',
    input: z.strictObject({ target, limit: z.int().optional() }),
    output: z.strictObject({ site: z.string().optional() }),
    annotations: READS,
    run: async (args) => ({ structured: { site: args.target }, text: 'read' }),
  });
const context = {} as ToolContext;

describe('a site', () => {
  it.each([
    [{ target: 'a.com' }, 'a.com'],
    [{ url: 'https://a.com/' }, 'https://a.com/'],
    [{ url: 'a.com', target: 'a.com', limit: 1 }, 'a.com'],
  ])('is read from %j', async (args, site) => {
    expect((await about(z.string()).call(args, context)).structured).toEqual({ site });
  });

  it.each([
    [{}, '`target` is missing: a public host, such as "example.com"'],
    [
      { site: 'a.com' },
      '`target` is missing: a public host, such as "example.com"; it has no argument site, only target, url, limit',
    ],
    [{ target: 'a.com', url: 'b.com' }, 'target and url name different sites: pass one of them'],
  ])('is refused in %j, with what to pass', async (args, message) => {
    const made = about(z.string()).call(args, context);
    await expect(made).rejects.toThrow(`Invalid arguments for read_site: ${message}`);
  });

  it('may be left out if the tool does not need one', async () => {
    expect((await about(z.string().optional()).call({}, context)).structured).toEqual({});
  });
});

it('every tool with a site lists both names, and requires neither', () => {
  const takers = toolList().filter(({ inputSchema: { properties = {} } }) => 'target' in properties);
  expect(takers.map(({ name }) => name)).toEqual(['audit_website', 'score_cli', 'get_scorecard', 'get_fix']);
  for (const { inputSchema } of takers) {
    expect(inputSchema.properties).toHaveProperty('url');
    expect(inputSchema.required ?? []).toEqual([]);
  }
});
