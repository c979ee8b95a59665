/** Checks whether the owner of a site declines audits (.github/DECISIONS.md, "One audit"). */
import { AuditError } from '../../base/errors.ts';
import type { Reply } from '../evidence/reply.ts';
import type { Io } from '../io/io.ts';
import { disallowsByName, parseRobots } from '../parse/robots.ts';
import type { Target } from '../target.ts';
import { askRobots } from './bot-policy.ts';
import type { ProbeClient } from './client.ts';
import { PRODUCT_TOKEN } from './user-agents.ts';

/** The time that an audit waits for robots.txt before it sends other requests, in milliseconds. */
const PATIENCE_MS = 3_000;

export interface DeclineContext {
  readonly target: Target;
  readonly client: ProbeClient;
  readonly io: Pick<Io, 'wait'>;
  readonly signal: AbortSignal;
}

/**
 * Fetches an origin's robots.txt before any other request to this origin. Throws if robots.txt declines audits. A failed request
 * does not count as a decline. If the response is late, the audit continues, and `checkLateDecline` checks it at the end.
 *
 * @throws AuditError `target_declined`
 */
export async function checkDecline(asking: DeclineContext, origin: string): Promise<Reply | undefined> {
  const { target, client, io, signal } = asking;
  const answered = new AbortController();
  const patience = io.wait(PATIENCE_MS, AbortSignal.any([signal, answered.signal]));
  const reply = await Promise.race([askRobots(client, origin), patience.then(() => undefined)]);
  answered.abort();
  if (reply !== undefined && declines(reply)) throw declined(target, new URL(origin).host);
  return reply;
}

/**
 * Checks robots.txt files at the end of an audit, because `checkDecline` does not wait for late responses.
 * @throws AuditError `target_declined`
 */
export async function checkLateDecline(
  { target, client }: DeclineContext,
  origins: readonly string[],
): Promise<void> {
  for (const origin of origins) {
    if (declines(await askRobots(client, origin))) throw declined(target, new URL(origin).host);
  }
}

/** Returns whether a robots.txt names the auditor and disallows the home page for it. */
export function declines(robots: Reply): boolean {
  if (robots.kind !== 'answer' || robots.answer.status !== 200) return false;
  return disallowsByName(parseRobots(robots.answer.text), PRODUCT_TOKEN, '/');
}

function declined({ name }: Target, host: string): AuditError {
  const isElsewhere = host !== name;
  const whose = isElsewhere ? `the site that ${name} redirects to` : name;
  return new AuditError(
    'target_declined',
    `The owner of ${whose} declines audits: its robots.txt names ${PRODUCT_TOKEN} and disallows /.`,
    {
      quote: isElsewhere ? host : undefined,
      hint: `To allow audits, remove that group from robots.txt. The command line audits your own site whatever its robots.txt says.`,
    },
  );
}
