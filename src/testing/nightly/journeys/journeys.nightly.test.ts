/** Journeys of a new user: the plan of a real project's audit, applied as it is written, keeps what it promises. */
import { describe, expect, it } from 'vitest';
import { express } from './express.ts';
import { walk } from './journey.ts';

const JOURNEYS = [express];
/** Points of the relative score that a forecast may be wrong by. */
const TOLERANCE = 2;

describe('a plan that is applied as it is written', () => {
  it.each(JOURNEYS.map((journey) => [journey.name, journey] as const))('%s', async (_, journey) => {
    const walked = await walk(journey);
    const { before, forecast, after, missed, fresh, verified, failedSteps, retest, gate, read } = walked;
    console.log(
      JSON.stringify({ name: journey.name, before, forecast, after, missed, fresh, failedSteps, read }),
    );
    const { exceptions = {} } = journey;
    const unexpected = (failures: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(failures).filter(([id]) => !Object.hasOwn(exceptions, id)));
    expect(failedSteps).toEqual({});
    expect(unexpected(missed)).toEqual({});
    expect(unexpected(fresh)).toEqual({});
    expect(
      Math.abs(after.relative - forecast.relative),
      `${forecast.relative} → ${after.relative}`,
    ).toBeLessThanOrEqual(TOLERANCE);
    expect(verified.filter((one) => one.before !== 1)).toEqual([]);
    // One that has an exception in it cannot end well.
    const clean = verified.filter(
      ({ command }) => !Object.keys(exceptions).some((id) => command.includes(id)),
    );
    expect(clean.filter((one) => one.after !== 0)).toEqual([]);
    if (Object.keys(exceptions).length === 0) expect(retest.code, retest.stdout + retest.stderr).toBe(0);
    expect(gate.code, gate.stdout + gate.stderr).toBe(0);
  });
});
