/** Options of the commands that lead from a verdict to its fix: `fix` and `explain`. */
import { PLATFORMS } from '../../view/platforms.ts';
import { flag, matching, text } from '../settings.ts';
import { ACCESS } from './access.ts';
import { CATALOG } from './catalog.ts';
import { CONFIG } from './config.ts';
import { LIMIT } from './limit.ts';
import { SCOPE } from './scope.ts';

/** The ids of the platforms that `--for` takes; so are their names, in any case. */
const PLATFORM_IDS: readonly string[] = PLATFORMS.map(({ id }) => id);

const FOR = {
  for: text({
    flags: '--for <platform>',
    description: 'what the site is made with: give only that part of the guides (nginx, nextjs, netlify, …)',
    shown: 'all',
    suggested: PLATFORM_IDS,
  }),
} as const;

const FOR_SEVERAL = {
  for: text({
    flags: '--for <platforms>',
    description:
      'what the site is made with, separated by commas (nginx,vitepress), or none: the plan has its snippets',
    shown: 'what the files of this folder show',
    suggested: PLATFORM_IDS,
  }),
} as const;

export const EXPLAIN = { ...FOR, ...CATALOG } as const;

/** What is audited; what `audit` alone does with several pages or sites is not here. */
const AUDITED = { siteType: SCOPE.siteType, only: SCOPE.only, skip: SCOPE.skip } as const;

/** What `fix` writes. */
const PLAN = {
  plan: text({
    flags: '--plan <file>',
    description: 'write the plan as Markdown, a checklist that a coding agent can work through',
    shown: 'none',
  }),
  dryRun: flag({
    flags: '-n, --dry-run',
    description:
      'show what would be audited and written, and do neither; with --write: audit, show the diff, write nothing',
  }),
  force: flag({ flags: '-f, --force', description: 'overwrite a --plan file that differs' }),
} as const;

/** What `fix --write` makes files of, and where. */
const WRITE = {
  write: flag({
    flags: '-w, --write',
    description:
      'in the folder of the project, write the files that mend what was found without guessing, and show them as a diff first; where stdout is no terminal only with --yes',
  }),
  yes: flag({ flags: '-y, --yes', description: 'with --write: write where stdout is no terminal, too' }),
  public: text({
    flags: '--public <folder>',
    description: 'with --write: the folder that is served under the site’s own paths',
    shown: 'that of the framework',
  }),
  contact: matching(
    /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:[\d+-]+)$/,
    'takes mailto:, https: or tel: with an address (RFC 9116 section 2.5.3)',
    {
      flags: '--contact <uri>',
      description: 'with --write: whom to tell of security problems (mailto:…), for security.txt',
      shown: 'no security.txt',
    },
  ),
  contentSignal: matching(
    /^[a-z-]+=(?:yes|no)(?:, ?[a-z-]+=(?:yes|no))*$/,
    'takes signals with yes or no (search=yes, ai-input=yes, ai-train=no)',
    {
      flags: '--content-signal <signals>',
      description:
        'with --write: what may be done with the content (search=yes, ai-train=no), for robots.txt',
      shown: 'no line',
    },
  ),
} as const;

/** The options of `fix` as its help groups them. */
export const FIX_GROUPS = {
  'What is fixed:': { ...FOR_SEVERAL, ...LIMIT, ...PLAN },
  'What is written (--write):': WRITE,
  'What is audited:': AUDITED,
  'Getting at the site:': { ...ACCESS, ...CONFIG, ...CATALOG },
} as const;

export const FIX = {
  ...FOR_SEVERAL,
  ...LIMIT,
  ...PLAN,
  ...WRITE,
  ...AUDITED,
  ...ACCESS,
  ...CONFIG,
  ...CATALOG,
} as const;
