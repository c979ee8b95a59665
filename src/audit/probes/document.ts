/** Requests a document at its known paths, such as an agent card. */

import type { Parsed } from '../../base/parsed.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import type { Surface } from '../evidence/surface.ts';
import type { ProbeContext } from './probe.ts';
import { siteBehavior } from './root.ts';
import { type DocumentKind, unlessShared } from './shared-page.ts';

/** Requests all paths at once. Returns the first complete document or, if no document is complete, the closest match. */
export async function documentAt<T>(
  context: ProbeContext,
  kind: DocumentKind,
  paths: readonly string[],
  parse: (answer: Answer) => Parsed<T>,
  isComplete: (value: T) => boolean = () => true,
): Promise<Surface<T>> {
  const origin = await context.origin();
  const pending = paths.map((path) => context.client.request(new URL(path, origin)));
  return documentIn(context, kind, pending, parse, isComplete);
}

/** Returns the first complete document in `pending` or, if no document is complete, the closest match. */
export async function documentIn<T>(
  context: ProbeContext,
  kind: DocumentKind,
  pending: readonly Promise<Reply>[],
  parse: (answer: Answer) => Parsed<T>,
  isComplete: (value: T) => boolean,
): Promise<Surface<T>> {
  const [site, ...replies] = await Promise.all([siteBehavior(context), ...pending]);
  const read = replies.map((reply) =>
    unlessShared(context, kind, reply, readDocument(reply, site, parse), isComplete),
  );
  return firstComplete(await Promise.all(read), isComplete);
}
