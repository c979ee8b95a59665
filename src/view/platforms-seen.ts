/** The platforms that an audit saw: what a plan and its guides are for, where nobody says it. */
import type { StoredScorecard } from '../scorecard/stored.ts';
import { NO_PLATFORM, type Platform, platformAsked } from './platforms.ts';

/** Those of them that guides have parts for, and what showed them. */
export function platformsOfAudit({ platforms = [] }: Pick<StoredScorecard, 'platforms'>) {
  const known = platforms.flatMap(({ id, by }) => {
    const platform = platformAsked(id);
    return platform === undefined ? [] : [{ platform, by }];
  });
  return {
    known,
    platforms: [...new Set(known.map(({ platform }) => platform))] as readonly Platform[],
    // Untrusted, as the file that it is from.
    recognised: known.length === 0 ? undefined : known.map(({ by }) => by).join(', '),
  };
}

/** The page of a guide, open at the first of them: it shows one. */
export function guidePath(id: string, scorecard: Pick<StoredScorecard, 'platforms'>): string {
  const [first] = platformsOfAudit(scorecard).platforms;
  return `/fix/${id}${first === undefined ? '' : `?for=${first.id}`}`;
}

/** How the address of a guide asks for all of them in Markdown. */
export function askedFor(scorecard: Pick<StoredScorecard, 'platforms'>): string {
  return (
    platformsOfAudit(scorecard)
      .platforms.map(({ id }) => id)
      .join(',') || NO_PLATFORM
  );
}
