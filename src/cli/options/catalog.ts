/** The option of the commands that link to the fix guides. */
import { webUrlSetting } from '../settings.ts';

export const CATALOG = {
  baseUrl: webUrlSetting({
    flags: '--base-url <url>',
    description: 'the catalog whose fix guides the output links to',
    shown: 'the public catalog',
  }),
} as const;
