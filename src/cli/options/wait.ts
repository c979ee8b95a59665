/** What `--wait-for` says: the target itself, for so many seconds, or another address. */
import { checkedUrl, type Description, refusedSetting, type Setting, setting } from '../settings.ts';

/** What is waited for before an audit. */
type WaitFor = 'nothing' | { readonly seconds: number } | { readonly url: string };

/** The longest wait, in seconds. */
export const LONGEST_WAIT_S = 3600;

const OFF = ['0', 'false', 'no', 'off'];

/** A number of seconds, or an absolute http(s) URL; `0` and the like wait for nothing. */
export function waitFor(given: Description<WaitFor>): Setting<WaitFor> {
  const parse: Setting<WaitFor>['parse'] = (value, from) => {
    const text = value.trim();
    if (OFF.includes(text.toLowerCase())) return 'nothing';
    const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    if (seconds !== undefined && seconds > 0 && seconds <= LONGEST_WAIT_S) return { seconds };
    const what = `takes a number of seconds up to ${LONGEST_WAIT_S}, or an absolute http or https URL`;
    if (seconds !== undefined || !/^https?:\/\//i.test(text)) throw refusedSetting(from, what, value);
    checkedUrl(text, from, 'takes an absolute http or https URL');
    return { url: new URL(text).href };
  };
  return setting(given, parse, { fallback: 'nothing' });
}
