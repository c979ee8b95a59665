/** Judges answers: what of the expectations does not hold. Pure. */
import { parseMediaType } from '../parse/media-type.ts';
import type { Answer, Deployment, Difference, Expectation, Probe } from './probe.ts';
import { EVERY_ANSWER, EVERY_METERED, EVERY_PAGE } from './wants/every.ts';

/** All that is expected of an answer to a probe: its own, and what holds of every answer of its kind. */
export function allOf(
  expect: readonly Expectation[],
  answer: Answer,
  { metered, bare }: Pick<Probe, 'metered' | 'bare'>,
): readonly Expectation[] {
  const isPage = parseMediaType(answer.headers['content-type'])?.essence === 'text/html';
  return [
    ...expect,
    ...(bare === true ? [] : EVERY_ANSWER),
    ...(isPage && bare !== true ? EVERY_PAGE : []),
    ...(metered === true ? EVERY_METERED : []),
  ];
}

/** The findings of one answer. */
export interface Off extends Difference {
  readonly what: string;
  readonly why: string;
}

/** Judges an answer: what does not hold of it, and of how many expectations. Pure. */
export function judge(
  expect: readonly Expectation[],
  answer: Answer,
  deployment: Deployment,
): { readonly off: readonly Off[]; readonly judged: number; readonly asExpected: boolean } {
  const off: Off[] = [];
  for (const [i, { what, why, decisive, judge: ask }] of expect.entries()) {
    const difference = ask(answer, deployment);
    if (difference === undefined) continue;
    off.push({ what, why, ...difference });
    if (decisive === true) return { off, judged: i + 1, asExpected: false };
  }
  return { off, judged: expect.length, asExpected: true };
}
