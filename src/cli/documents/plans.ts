/** The document of an audit that is only planned (--dry-run). */
import * as z from 'zod';
import { SITE_TYPES } from '../../definitions/vocabulary.ts';
import { frame } from './frame.ts';

export const planDocument = z
  .strictObject({
    ...frame('plan'),
    dry_run: z.literal(true),
    target: z.string(),
    target_url: z.url(),
    canonical_origin: z.url().nullable().describe('The origin that the target is audited in place of.'),
    headers: z.array(z.string()).describe('The names of the request headers of your own.'),
    mcp_endpoint: z
      .string()
      .nullable()
      .describe('The MCP endpoint that --mcp-endpoint names: a path or a URL.'),
    site_type: z.enum(SITE_TYPES).nullable(),
    network: z.enum(['public', 'any', 'auto', 'none']).describe('none: a recording is judged.'),
    wait: z
      .strictObject({ url: z.url().nullable().describe('null: the target itself.'), timeout_s: z.number() })
      .nullable()
      .describe('What would be waited for first (--wait-for).'),
    timeout_s: z.number(),
    checks: z.array(z.string()).describe('Ids of the checks that would run.'),
    writes: z.array(z.string()).describe('Files that would be written.'),
    unread_configuration: z
      .string()
      .nullable()
      .describe(
        'A configuration that would be executed, which a dry run does not do: what it says is left out.',
      ),
  })
  .meta({ title: 'What an audit would do (--dry-run --json)' });
