/** What a guide says of how to fix a check, for one platform. */
import { onlyFor, partFor, platformsOf } from './guide-text.ts';
import type { Platform } from './platforms.ts';

export type GuidePart = ReturnType<typeof guidePartOf>;

/**
 * The part for the platform that was asked for, and for which platforms there is one.
 *
 * @param section how to fix the check: the section of its guide
 */
export function guidePartOf(section: string, asked: Platform | undefined) {
  const platforms = platformsOf(section);
  const text = asked === undefined ? '' : onlyFor(section, asked);
  return {
    platforms,
    asked,
    // The platform whose part is for that one.
    part: partFor(section, asked),
    // For everybody and for that one, without the heading of the section; empty where none was asked for.
    text: text.replace(/^## .*\n+/, '').trim(),
  };
}

/** What is said of the platforms of a guide: which there are, or that the one asked for is not among them. */
export function platformsNote({ platforms, asked, part, text }: GuidePart): string | undefined {
  if (asked !== undefined && part === asked) return undefined;
  const list = platforms.map(({ id }) => id).join(', ');
  if (asked === undefined) {
    return platforms.length === 0
      ? 'The guide has no part for one platform.'
      : `--for shows snippets for: ${list}`;
  }
  if (part !== undefined)
    return `This is the part for ${part.name}, which MCP servers on ${asked.name} are written with. Others: ${list}`;
  const has = platforms.length === 0 ? 'It has none for any platform' : `It has parts for: ${list}`;
  const instead = text === '' ? 'the fix in a sentence is all there is' : 'this is what holds everywhere';
  return `The guide has no part for ${asked.name}; ${instead}. ${has}`;
}
