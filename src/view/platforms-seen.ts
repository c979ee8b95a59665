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

/** How the address of a guide asks for them. */
export function askedFor(scorecard: Pick<StoredScorecard, 'platforms'>): string {
  return (
    platformsOfAudit(scorecard)
      .platforms.map(({ id }) => id)
      .join(',') || NO_PLATFORM
  );
}
