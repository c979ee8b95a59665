/** Every format of a site whose owner opted out. */
import { expect, it } from 'vitest';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { goodResult, noteFailure } from '../catalog/results/merge.ts';
import { listedOf } from '../catalog/results/scored.ts';
import { formatsOf, pageOf } from '../catalog/results/target-forms.ts';
import { apartText, stateText } from '../report/listing-state.ts';
import { envelopeFor } from '../testing/envelopes.ts';

const HOST = 'no.example';
const ORIGIN = 'https://catalog.example';
const TARGET: ListedHost = {
  host: HOST,
  name: 'No',
  description: 'A site of the test.',
  category: 'news',
};
const FAILURE = {
  at: '2027-01-03T00:00:00.000Z',
  kind: 'target_declined',
  message: 'The owner of no.example declines audits <b>',
};
/** Words that every format would contain if the scorecard were published. */
const FOUND = /seen by an audit|of what applies|100%/;

function declined() {
  const verdict = () => ({ status: 'pass' as const, evidence: 'seen by an audit' });
  const found = goodResult(HOST, envelopeFor({ verdict, target: HOST }));
  const listed = listedOf(TARGET, noteFailure(found, FAILURE));
  if (listed === undefined || listed.latest !== null) throw new Error('it is not withheld');
  return listed;
}

it('says when the site opted out and how to undo that, without any findings', async () => {
  const listed = declined();
  const { main, title } = await pageOf(listed, ORIGIN, {});
  expect(title).toBe('No: declined to be audited');
  const forms = formatsOf(listed, ORIGIN);
  expect(forms.map(([name]) => name)).toEqual(['md']);
  for (const text of [main, forms[0]?.[1] ?? '']) {
    expect(text).toMatch(/declined to be audited on 2027-01-03/i);
    expect(text).toContain('/about-the-auditor#to-decline');
    expect(text).toContain('&lt;b&gt;');
    expect(text).not.toMatch(FOUND);
    expect(text).not.toMatch(/refuse|no answer/);
  }
});

it('counts sites that opted out separately from refusing and unreachable ones', () => {
  expect(apartText({ refusing: 1, declined: 2, unreachable: 1 })).toBe(
    '1 site refuses automated clients, 2 sites declined to be audited, 1 site does not answer',
  );
  expect(stateText({ state: 'declined', since: '2027-01-03T00:00:00.000Z', by: undefined })).toBe(
    'declined to be audited on 2027-01-03',
  );
});
