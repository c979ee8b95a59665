/** Detects text of a site that has an effect in an output. */

/** Patterns that no output may contain, each with its name in failure messages. */
const INJECTIONS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a control character', /[^\P{Cc}\t\n]/u],
  ['an invisible or default-ignorable character', /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u],
  ['a command to a CI runner', /^\s*::[a-z-]+|##\[/im],
];

/** Returns the injections found in a text for people, terminals or logs, each with its surroundings. */
export function injectionsIn(text: string): readonly string[] {
  return INJECTIONS.flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const around = text.slice(Math.max(0, found.index - 40), found.index + 60);
    return [`${what} in ${JSON.stringify(around)}`];
  });
}

/** Words that only hostile sites use. */
const HOSTILE =
  /evil\.example|alert\(|javascript:|ignore all|\[INST|im_start|HYPERLINK|cmd\||rm -rf|set-output|add-mask|gnp\.exe|do as I say/i;
const EVIDENCE = /^<<<UNTRUSTED-EVIDENCE ([\w-]+)\n[\s\S]*?\n\1 UNTRUSTED-EVIDENCE>>>$/gm;

/** Returns the site's own words that a brief contains outside of quotations. */
export function quotedOutside(brief: string): readonly string[] {
  const found = HOSTILE.exec(brief.replace(EVIDENCE, ''));
  return found === null ? [] : [`the brief says ${JSON.stringify(found[0])} outside of the evidence`];
}

/** Returns all texts of a JSON value, including member names. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
