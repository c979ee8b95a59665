import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../parse/headers.ts';
import { parseMediaType } from '../parse/media-type.ts';
import { WALL_ANSWERS } from '../testing/zoo/wall-answers.ts';
import type { WallAnswer } from '../testing/zoo/wall-answers-type.ts';
import { refusalBySignatures, type ScannedAnswer } from './refusal.ts';
import { WALLS } from './table.ts';
import type { Signature } from './wall.ts';

const read = ({ status, type = 'text/html', headers = {}, body }: WallAnswer): ScannedAnswer => ({
  status,
  headers: [['content-type', type], ...Object.entries(headers)] satisfies HeaderList,
  type: parseMediaType(type),
  text: body,
});

/** What evidence says of a mark. */
const shown = (mark: Signature): RegExp => {
  if ('header' in mark) return new RegExp(`^header ${mark.header}: `);
  if ('cookie' in mark) return new RegExp(`^cookie ${mark.cookie}`);
  if ('status' in mark) return new RegExp(`^status ${mark.status}$`);
  if ('markup' in mark) return /in the page$/;
  if ('fields' in mark) return /in the body$/;
  return /^“.+[”…]$/s;
};

describe('the table of walls', () => {
  it('has each wall once, with where its facts are from', () => {
    expect(new Set(WALLS.map(({ name }) => name)).size).toBe(WALLS.length);
    for (const { name, source } of WALLS) expect(new URL(source).protocol, name).toBe('https:');
  });

  const marks = WALLS.flatMap((wall) => [
    ...wall.artefacts.map((mark) => ({ wall, mark, by: 'artefact' as const })),
    ...wall.phrases.map((mark) => ({ wall, mark, by: 'phrase' as const })),
  ]);
  const cases = marks.map((one) => {
    const nth = marks.filter(({ wall }) => wall === one.wall).indexOf(one);
    return { ...one, nth, name: `${one.wall.name}, ${nth}`, answer: WALL_ANSWERS[one.wall.name]?.[nth] };
  });

  it.each(cases)('$name: its answer is known by that mark', ({ wall, mark, by, answer }) => {
    if (answer === undefined) throw new Error('there is no answer for this mark');
    const refusal = refusalBySignatures(read(answer));
    expect(refusal).toMatchObject({ wall: wall.name, kind: wall.kind, by });
    expect(refusal?.what).toMatch(shown(mark));
  });

  it('has no answer more than marks', () => {
    for (const [name, answers] of Object.entries(WALL_ANSWERS)) {
      expect(answers.length, name).toBe(marks.filter(({ wall }) => wall.name === name).length);
    }
  });
});
