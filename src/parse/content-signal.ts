/** Content-Signal lines of robots.txt (contentsignals.org): what a site's content may be used for. */

const KNOWN_SIGNALS: readonly string[] = ['search', 'ai-input', 'ai-train'];
/** How content may be shown, which Cloudflare's managed robots.txt says beside the three. */
const USES: readonly string[] = ['immediate', 'reference', 'full'];

/** One signal as a line sets it, in lower case: `ai-train=no` has the name `ai-train` and the value `no`. */
interface ContentSignal {
  readonly name: string;
  readonly value: string;
}

/** Reads the value of one line: `search=yes, ai-train=no`. What is not `name=value` is passed over. */
export function parseContentSignals(line: string): ContentSignal[] {
  return Array.from(
    line.toLowerCase().matchAll(/([a-z][a-z0-9_-]{0,63})[ \t]{0,8}=[ \t]{0,8}([^\s,;]*)/g),
  ).map(([, name = '', value = '']) => ({ name, value }));
}

/** A signal of the vocabulary, set to a value that it has: yes or no. */
export function isKnownSignal({ name, value }: ContentSignal): boolean {
  if (name === 'use') return USES.includes(value);
  return KNOWN_SIGNALS.includes(name) && (value === 'yes' || value === 'no');
}
