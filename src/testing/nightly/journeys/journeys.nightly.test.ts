/** Journeys of a new user: the plan of a real project's audit, applied as it is written, keeps what it promises. */
import { describe, expect, it } from 'vitest';
import { django } from './django.ts';
import { express } from './express.ts';
import { fastapi } from './fastapi.ts';
import { fastify } from './fastify.ts';
import { astro, docusaurus, nextjs, nuxt, sveltekit } from './frameworks.ts';
import { hono } from './hono.ts';
import { hugo } from './hugo.ts';
import { walk } from './journey.ts';
import { staticApache, staticCaddy } from './static.ts';
import { vitepress } from './vitepress.ts';
import { wordpress } from './wordpress.ts';

const JOURNEYS = [
  express,
  fastify,
  hono,
  fastapi,
  django,
  nextjs,
  nuxt,
  sveltekit,
  astro,
  docusaurus,
  vitepress,
  staticCaddy,
  staticApache,
  hugo,
  wordpress,
];
/** Points of the relative score that a forecast may be wrong by. */
const TOLERANCE = 2;
/** What an agent reads at most, from the verdict to all fixed. */
const MOST_TOKENS = 25_000;
const CHARS_A_TOKEN = 4;

describe('a plan that is applied as it is written', () => {
  it.each(JOURNEYS.map((journey) => [journey.name, journey] as const))('%s', async (name, journey) => {
    const walked = await walk(journey);
    const { before, forecast, after, missed, fresh, failing, verified, failedSteps, again, gate } = walked;
    const { exceptions = {} } = journey;
    const unexpected = (failures: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(failures).filter(([id]) => !Object.hasOwn(exceptions, id)));
    console.log(
      JSON.stringify({ name, before, forecast, after, missed, fresh, failedSteps, read: walked.read }),
    );
    expect(failedSteps).toEqual({});
    expect(walked.assetVary).not.toMatch(/Accept\b(?!-)|User-Agent/);
    expect(unexpected(missed)).toEqual({});
    expect(unexpected(fresh)).toEqual({});
    expect(
      Math.abs(after.relative - forecast.relative),
      `${forecast.relative} → ${after.relative}`,
    ).toBeLessThanOrEqual(TOLERANCE);
    expect(verified.filter((one) => one.before !== 1)).toEqual([]);
    const stillFails = (command: string) => failing.some((id) => command.split(/[ ,]/).includes(id));
    expect(verified.filter((one) => one.after !== (stillFails(one.command) ? 1 : 0))).toEqual([]);
    expect(again.code, again.stdout + again.stderr).toBe(0);
    const tokens = Object.values(walked.read).reduce((sum, chars) => sum + chars / CHARS_A_TOKEN, 0);
    expect(Math.round(tokens)).toBeLessThanOrEqual(MOST_TOKENS);
    expect(gate.code, gate.stdout + gate.stderr).toBe(0);
  });
});
