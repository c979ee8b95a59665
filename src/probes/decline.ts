/** Whether the owner of a site declines audits (contract: decisions.md, "One audit"). */
import { AuditError } from '../errors.ts';
import { parseRobots } from '../parse/robots.ts';
import { disallowsByName } from '../parse/robots-access.ts';
import type { Target } from '../target.ts';
import type { ProbeClient, Reply } from './client.ts';
import { askRobots } from './robots.ts';
import { PRODUCT_TOKEN } from './user-agents.ts';

/**
 * Asks the robots.txt of an origin, before anything else there, and gives the reply. One that cannot be had declines
 * nothing.
 *
 * @throws AuditError `target_declined`
 */
export async function heedDecline(target: Target, client: ProbeClient, origin: string): Promise<Reply> {
  const reply = await askRobots(client, origin);
  if (declines(reply)) throw declined(target, new URL(origin).host);
  return reply;
}

/** Whether a robots.txt names the auditor and disallows the first page. */
export function declines(robots: Reply): boolean {
  if (robots.kind !== 'answer' || robots.answer.status !== 200) return false;
  return disallowsByName(parseRobots(robots.answer.text), PRODUCT_TOKEN, '/');
}

function declined({ name }: Target, host: string): AuditError {
  const whose = host === name ? name : `${host}, to which ${name} leads,`;
  return new AuditError(
    'target_declined',
    `The owner of ${whose} declines audits: its robots.txt names ${PRODUCT_TOKEN} and disallows /.`,
    {
      hint: `To have it audited, take that group out of robots.txt. The command line audits a site of your own whatever its robots.txt says.`,
    },
  );
}
