/** The documents of commands that write files, and of examples. */
import * as z from 'zod';
import { HOSTS } from '../enums.ts';
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
