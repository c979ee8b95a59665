/** Tests that names such as `constructor`, which every JavaScript object has, work like any other name. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shared } from '../../testing/shared.ts';
import { serveDemoEndpoint } from './testing/demos.ts';
import { modern, post, request } from './testing/messages.ts';

const served = shared(await serveDemoEndpoint(['ready.demo']));

const answerSchema = z.object({
  error: z.object({ code: z.int() }).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
});

async function answersTo(method: string, params: Record<string, unknown>, header: string | undefined) {
  const answers = [];
  for (const sent of [{ body: request(method, params) }, modern(method, params, header)]) {
    const response = await post(served.endpoint.url, sent);
    answers.push(answerSchema.parse(await response.json()));
  }
  expect(served.endpoint.errors).toEqual([]);
  return answers;
}

const tool = (name: string, args: unknown) => ['tools/call', { name, arguments: args }, name] as const;
const at = (path: string) => `${served.endpoint.origin}${path}`;
const completing = (ref: unknown, name: string, value: string) =>
  ['completion/complete', { ref, argument: { name, value } }, undefined] as const;
const FIX_SITE = { type: 'ref/prompt', name: 'fix_site' };
const INVALID = { error: { code: -32602 } };
const BAD_ARGUMENT = { result: { isError: true } };
const MISS = { result: { structuredContent: { found: false } } };
const NO_VALUES = { result: { completion: { values: [] } } };

type Asked = readonly [method: string, params: Record<string, unknown>, header: string | undefined];

describe.each(['__proto__', 'constructor'])('%s', (name) => {
  it.each<[string, () => Asked, object, object?]>([
    ['a tool', () => tool(name, {}), INVALID],
    [
      'an argument of a tool',
      () => tool('list_checks', JSON.parse(`{"${name}":{"limit":1}}`)),
      INVALID,
      name === '__proto__' ? INVALID : BAD_ARGUMENT,
    ],
    ['a check', () => tool('get_fix', { check_id: name }), MISS],
    ['a prompt', () => ['prompts/get', { name, arguments: {} }, name], INVALID],
    ['a resource', () => ['resources/read', { uri: name }, name], INVALID],
    ['a guide', () => ['resources/read', { uri: at(`/fix/${name}.md`) }, at(`/fix/${name}.md`)], INVALID],
    ['a completed prompt', () => completing({ type: 'ref/prompt', name }, 'target', ''), INVALID],
    ['a completed argument', () => completing(FIX_SITE, name, ''), NO_VALUES],
  ])('as %s', async (_, asked, expected, modernly = expected) => {
    expect(await answersTo(...asked())).toMatchObject([expected, modernly]);
  });
});
