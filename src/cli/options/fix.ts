/** Options of the commands that lead from a verdict to its fix: `fix`, `explain`. */
import { STACKS } from '../../fix/stacks.ts';
import { choice } from '../settings.ts';
import { ACCESS } from './access.ts';
import { CATALOG, CONFIG } from './config.ts';
import { SCOPE } from './scope.ts';

const FOR = {
  for: choice({
    flags: '--for <stack>',
    description: 'append the page of a stack: its packages, and one whole configuration file',
    choices: STACKS.map(({ id }) => id),
    shown: 'none',
  }),
} as const;

const AUDITED = { siteType: SCOPE.siteType } as const;

export const EXPLAIN = { ...CATALOG } as const;

/** The options of `fix` as its help groups them. */
export const FIX_GROUPS = {
  'What is printed:': FOR,
  'What is audited:': AUDITED,
  'Getting at the site:': { ...ACCESS, ...CONFIG, ...CATALOG },
} as const;

export const FIX = { ...FOR, ...AUDITED, ...ACCESS, ...CONFIG, ...CATALOG } as const;
