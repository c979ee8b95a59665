/** Whether what a site wrote has come through into what is shown, as more than text. */

/** What must be in no output: each with the words that a failure is told in. */
const INJECTIONS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a control character', /[^\P{Cc}\t\n]/u],
  ['an invisible or default-ignorable character', /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u],
  ['a command to a CI runner', /^\s*::[a-z-]+|##\[/im],
];

/** What is injected into a text that people, terminals and logs read, each with where it stands. */
export function injectionsIn(text: string): readonly string[] {
  return INJECTIONS.flatMap(([what, pattern]) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const around = text.slice(Math.max(0, found.index - 40), found.index + 60);
    return [`${what} in ${JSON.stringify(around)}`];
  });
}

/** Words that only hostile sites write. */
const HOSTILE =
  /evil\.example|alert\(|javascript:|ignore all|\[INST|im_start|HYPERLINK|cmd\||rm -rf|set-output|add-mask|gnp\.exe|do as I say/i;
const EVIDENCE = /^<<<UNTRUSTED-EVIDENCE ([\w-]+)\n[\s\S]*?\n\1 UNTRUSTED-EVIDENCE>>>$/gm;

/** What a brief has of a site's own words outside of the lines that quote it. */
export function quotedOutside(brief: string): readonly string[] {
  const found = HOSTILE.exec(brief.replace(EVIDENCE, ''));
  return found === null ? [] : [`the brief says ${JSON.stringify(found[0])} outside of the evidence`];
}

/** All texts of a JSON value, names of members among them. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}
