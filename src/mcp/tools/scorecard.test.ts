/** A stored scorecard, and a live one beside it. */
import { expect, it } from 'vitest';
import { callerAt } from '../../caller.ts';
import { addressed } from '../../scorecard/address.ts';
import type { Known, Library } from '../../service-api.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import type { ToolContext } from '../tool.ts';
import { getScorecard } from './scorecard.ts';

const HOST = 'listed.com';
const catalog = envelopeFor({ target: HOST, scoredAt: '2026-11-20T00:00:00.000Z' });
const liveAt = (scoredAt: string) =>
  addressed(envelopeFor({ target: HOST, scoredAt }), BASE_URL, `/score/${HOST}/live`);

function answer(known: Partial<Known>) {
  const context: ToolContext = {
    library: {} as Library,
    scorecards: {
      target: (input) => ({ name: input, hostname: input, origin: '', url: '' }),
      stored: async () => catalog,
      live: async () => undefined,
      known: async () => ({ envelope: catalog, live: undefined, failedAttempt: undefined, ...known }),
      audit: () => Promise.reject(new Error('nothing is audited here')),
      storedOrAudit: () => Promise.reject(new Error('nothing is audited here')),
    },
    caller: callerAt('192.0.2.1', 'salt'),
    signal: new AbortController().signal,
    onProgress: undefined,
  };
  return getScorecard.call({ target: HOST }, context);
}

it('names a newer live result beside the catalog’s scorecard, which stays the answer', async () => {
  const { structured, text } = await answer({ live: liveAt('2026-11-21T00:00:00.000Z') });
  expect(getScorecard.output.parse(structured)).toMatchObject({
    found: true,
    envelope: { freshness: { scored_at: '2026-11-20T00:00:00.000Z' } },
    live: {
      scored_at: '2026-11-21T00:00:00.000Z',
      scorecard_url: `${BASE_URL}/score/${HOST}/live`,
      markdown_url: `${BASE_URL}/score/${HOST}/live/md`,
      json_url: `${BASE_URL}/score/${HOST}/live/json`,
    },
  });
  expect(text).toContain(`${BASE_URL}/score/${HOST}/live/md`);
});

it('says nothing of a live result where there is none that is newer', async () => {
  const { structured, text } = await answer({});
  expect(structured).not.toHaveProperty('live');
  expect(text).not.toContain('/live');
});
