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
