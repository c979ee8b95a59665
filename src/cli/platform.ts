/** The platforms that `--for` names. */
import { NO_PLATFORM, PLATFORMS, type Platform, platformAsked } from '../view/platforms.ts';
import { unknownName } from './suggest.ts';

/**
 * The platform with this id or name; `undefined` where none is asked for.
 *
 * @param source where the name comes from, as settings tell it
 * @throws CliError with the nearest names, and all of them
 */
export function platformFor(name: string | undefined, source: string): Platform | undefined {
  if (name === undefined) return undefined;
  const platform = platformAsked(name);
  if (platform !== undefined) return platform;
  throw unknownName({
    kind: source === 'flag' ? 'usage' : 'configuration',
    message: (shown) => `No guide has a part for a platform called “${shown}”.`,
    name,
    allowed: PLATFORMS.map(({ id }) => id),
    hint: 'Leave out --for to have the guide for all platforms.',
  });
}

/**
 * The platforms with these ids or names, separated by commas; `undefined` where none are asked for.
 *
 * @throws CliError with the nearest names, and all of them
 */
export function platformsFor(names: string | undefined, source: string): Platform[] | undefined {
  if (names === undefined) return undefined;
  if (names.trim().toLowerCase() === NO_PLATFORM) return [];
  return [...new Set(names.split(',').flatMap((name) => platformFor(name.trim(), source) ?? []))];
}
