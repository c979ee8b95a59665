/** The documents of commands that write files, and of examples. */
import * as z from 'zod';
import { CI_SYSTEMS, FILE_ACTIONS, HOSTS } from '../enums.ts';
import { frame } from './frame.ts';

export const skillDocument = z
  .strictObject({
    ...frame('skill'),
    dry_run: z.boolean(),
    files: z.array(
      z.strictObject({
        path: z.string(),
        hosts: z.array(z.enum(HOSTS)),
        action: z.enum(['created', 'updated', 'unchanged']).describe('With dry_run: what would be done.'),
      }),
    ),
  })
  .meta({ title: 'Skill files installed or updated (skill --json)' });

export const initDocument = z
  .strictObject({
    ...frame('init'),
    dry_run: z.boolean(),
    ci: z.enum(CI_SYSTEMS).describe('The system that the pipeline is for.'),
    files: z.array(
      z.strictObject({
        path: z.string(),
        action: z.enum(FILE_ACTIONS).describe('With dry_run: what would be done.'),
      }),
    ),
    next: z.array(z.string()).describe('What to do next, in order.'),
  })
  .meta({ title: 'The files that a project begins with (init --json)' });

export const writtenDocument = z
  .strictObject({
    ...frame('fixes-written'),
    dry_run: z.boolean(),
    target: z.string(),
    target_url: z.string(),
    public_folder: z
      .string()
      .nullable()
      .describe('The folder that is served under the site’s own paths; null: nothing says which.'),
    files: z.array(
      z.strictObject({
        path: z.string(),
        action: z.enum(['created', 'updated']).describe('With dry_run: what would be done.'),
        checks: z.array(z.string()).describe('Ids of the checks that it is to mend.'),
        by_hand: z.string().nullable().describe('What is still to do by hand before it does.'),
        diff: z.string().describe('A unified diff. It may quote the audited site.'),
      }),
    ),
    left: z
      .array(z.strictObject({ check: z.string(), why: z.string().nullable() }))
      .describe('What stays in the plan; why is null where no file alone mends it.'),
    verify: z.array(z.string()).describe('What proves it, once the site is built and published.'),
  })
  .meta({ title: 'Files written to mend what was found (fix --write --json)' });

export const examplesDocument = z
  .strictObject({
    ...frame('examples'),
    examples: z.array(
      z.strictObject({
        command: z.string(),
        title: z.string(),
        person: z.string(),
        agent: z.string(),
      }),
    ),
  })
  .meta({ title: 'Examples of every command (examples --json)' });
