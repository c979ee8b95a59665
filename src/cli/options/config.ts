/** Options of every command that goes by the configuration of a project. */
import { flag, text } from '../settings.ts';

export const CONFIG = {
  config: text({
    flags: '--config <file>',
    description: 'the configuration to go by',
    shown:
      'the nearest agent-readiness.config.json or .ts, from this folder up to the root of its repository',
  }),
  noConfig: flag({ flags: '--no-config', description: 'go by no configuration' }),
} as const;
