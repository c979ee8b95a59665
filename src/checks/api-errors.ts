/** How does the API answer a request that must fail? */

import { replyFacts, says } from '../evidence/facts.ts';
import type { Reply } from '../evidence/reply.ts';
import { isHtml, unseen } from '../evidence/surface.ts';
import { isRecord, parseJsonText } from '../parse/json.ts';
import { isJsonType } from '../parse/media-type.ts';
import { servedElsewhere } from './api-descriptions.ts';
import {
  absent,
  because,
  broken,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  unclear,
  type Verdict,
} from './check.ts';

export const jsonErrors = check('json-errors', {
  needs: ['apiSurface'],
  uses: ['apiErrors', 'notFound', 'openapi'],
  evaluate: ({ apiSurface, apiErrors, notFound, openapi }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    const elsewhere = servedElsewhere(openapi);
    if (elsewhere !== undefined) return notApplicable(elsewhere);
    const last = apiErrors.at(-1);
    if (last === undefined) return absent(says('no request could be made that ought to fail'));
    // "Too many requests" says nothing of how the API answers a mistake, whoever sent it.
    const hidden = unseen(last);
    if (hidden !== undefined) return couldNotSee(hidden);
    if (last.kind !== 'answer') return absent(replyFacts(last));
    const { status } = last.answer;
    if (status < 400) {
      return because(
        absent(apiErrors.flatMap((reply) => replyFacts(reply, 'not an error'))),
        'A request that should be refused is answered as if nothing were wrong.',
      );
    }
    return status < 500 ? judgeError(last) : judgeFailure(last, notFound);
  },
});

/** The verdict on a 4xx, by its type and then its body. */
function judgeError(reply: Reply & { kind: 'answer' }): Verdict {
  const { type, text, truncated } = reply.answer;
  const parsed = parseJsonText(text);
  const served = type?.essence ?? 'no type';
  if (isJsonType(type)) {
    if (parsed.ok || truncated) return pass(replyFacts(reply, served));
    return broken(replyFacts(reply, `served as ${served}, but ${parsed.why}`));
  }
  // A number or a word is text that happens to be JSON too.
  if (parsed.ok && (isRecord(parsed.value) || Array.isArray(parsed.value))) {
    return noncompliant(replyFacts(reply, `JSON, but served as ${served}`));
  }
  return isHtml(reply.answer)
    ? because(absent(replyFacts(reply, 'an HTML page')), 'Errors of the API are HTML pages.')
    : absent(replyFacts(reply, text.trim() === '' ? 'an empty body' : served));
}

/** A 5xx is the API's own where the host answers unknown paths otherwise. */
function judgeFailure(reply: Reply, notFound: Reply): Verdict {
  if (notFound.kind === 'answer' && notFound.answer.status < 500) {
    return because(
      broken(replyFacts(reply, 'a request that ought to get a 4xx')),
      'A request that should be refused makes the API fail.',
    );
  }
  return unclear(replyFacts(reply), 'the host may fail on every path');
}
