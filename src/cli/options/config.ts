/** Options that several commands have. */
import { flag, text, webUrlSetting } from '../settings.ts';

/** Of the commands that link to the fix guides. */
export const CATALOG = {
  baseUrl: webUrlSetting({
    flags: '--base-url <url>',
    description: 'the catalog whose fix guides the output links to',
    shown: 'the public catalog',
  }),
} as const;

/** Of the commands that go by the configuration of a project. */
export const CONFIG = {
  config: text({
    flags: '--config <file>',
    description: 'the configuration to go by',
    shown:
      'the nearest agent-readiness.config.json or .ts, from this folder up to the root of its repository',
  }),
  noConfig: flag({ flags: '--no-config', description: 'go by no configuration' }),
} as const;
