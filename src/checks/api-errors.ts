import { describeReply, isHtml, unseen } from '../evidence/surface.ts';
import { isRecord, parseJsonText } from '../parse/json.ts';
import { isJsonType } from '../parse/media-type.ts';
import { RATE_LIMITED, type Reply } from '../probes/client.ts';
import { API, ELSEWHERE, NO_API, servedElsewhere } from './api-descriptions.ts';
import {
  absent,
  broken,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
} from './check.ts';
import { answer, answered, missing } from './examples.ts';

const JSON_404 = { path: '/pets/anc-web-audit-no-such-id', status: 404, type: 'application/problem+json' };
const HTML_404 = {
  path: '/anc-web-audit-no-such-api',
  status: 404,
  type: 'text/html',
  text: '<!doctype html><title>404</title>',
};
const NO_DESCRIPTION = missing('/openapi.json');
const RESET: Reply = {
  kind: 'failed',
  asked: 'https://site.example/pets/anc-web-audit-no-such-id',
  reason: 'reset',
  message: 'the server closed the connection',
};

export const jsonErrors = check({
  id: 'json-errors',
  category: 'api',
  keyword: 'should',
  principle: 'P4',
  label: 'API errors are JSON',
  goal: 'Agents read from an error what was wrong with their request, and correct it.',
  fix: 'Answer every 4xx of the API with a JSON body, `application/problem+json` (RFC 9457) at best, unknown paths included; keep HTML error pages to the site for people.',
  resources: [
    { label: 'RFC 9457: Problem Details for HTTP APIs', url: 'https://www.rfc-editor.org/rfc/rfc9457.html' },
  ],
  needs: ['apiSurface'],
  uses: ['apiErrors', 'notFound', 'openapi'],
  evaluate: ({ apiSurface, apiErrors, notFound, openapi }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    const elsewhere = servedElsewhere(openapi);
    if (elsewhere !== undefined) return notApplicable(elsewhere);
    const last = apiErrors.at(-1);
    if (last === undefined) return absent('no request could be made that ought to fail');
    // "Too many requests" says nothing of how the API answers a mistake, whoever sent it.
    const blind = unseen(last);
    if (blind !== undefined) return couldNotSee(blind);
    if (last.kind !== 'answer') return absent(describeReply(last));
    const { status } = last.answer;
    if (status < 400) {
      return absent(apiErrors.map((reply) => describeReply(reply, 'not an error')).join('; '));
    }
    return status < 500 ? judgeError(last) : judgeFailure(last, notFound);
  },
  examples: [
    {
      title: 'problem details',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, text: '{"title":"No such pet"}' })],
      },
      expect: 'pass',
    },
    {
      title: 'the first request succeeds, the next one fails as it should',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ path: '/pets' }), answered({ ...JSON_404, text: '{}' })],
      },
      expect: 'pass',
    },
    {
      title: 'too many requests, be it in JSON: nothing is known of the other errors',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [
          {
            kind: 'blocked',
            mark: RATE_LIMITED,
            answer: answer({ ...JSON_404, status: 429, text: '{"title":"Slow down"}' }),
          },
        ],
      },
      expect: 'error',
    },
    {
      title: 'an API on another origin',
      given: { apiSurface: API, notFound: answered(HTML_404), apiErrors: [], openapi: ELSEWHERE },
      expect: 'n_a',
      reason: 'antecedent-unmet',
      evidence: 'https://api.other.example',
    },
    {
      title: 'a JSON type on something else',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, text: 'Not found' })],
      },
      expect: 'broken',
      evidence: 'not JSON',
    },
    {
      title: 'the API fails',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, status: 500, text: '{}' })],
      },
      expect: 'broken',
      evidence: '-> 500',
    },
    {
      title: 'the whole host fails',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered({ path: '/anc-web-audit-no-such-page', status: 502 }),
        apiErrors: [answered({ ...JSON_404, status: 502 })],
      },
      expect: 'error',
    },
    {
      title: 'JSON served as text',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ ...JSON_404, type: 'text/plain', text: '{"error":"not found"}' })],
      },
      expect: 'noncompliant',
      evidence: 'served as text/plain',
    },
    {
      title: 'an HTML page',
      given: {
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered(HTML_404)],
        openapi: NO_DESCRIPTION,
      },
      expect: 'absent',
      evidence: 'an HTML page',
    },
    {
      title: 'no body at all',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(HTML_404),
        apiErrors: [answered({ path: '/pets', status: 404 })],
      },
      expect: 'absent',
    },
    {
      title: 'nothing is an error',
      given: {
        openapi: NO_DESCRIPTION,
        apiSurface: API,
        notFound: answered(),
        apiErrors: [answered({ path: '/x', text: 'Welcome' })],
      },
      expect: 'absent',
      evidence: 'not an error',
    },
    {
      title: 'connection reset',
      given: { apiSurface: API, notFound: answered(HTML_404), apiErrors: [RESET], openapi: NO_DESCRIPTION },
      expect: 'error',
    },
    {
      title: 'no API',
      given: { apiSurface: NO_API, notFound: answered(HTML_404), apiErrors: [], openapi: NO_DESCRIPTION },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
});

/** The verdict on a 4xx, by its type and then its body. */
function judgeError(reply: Reply & { kind: 'answer' }): Verdict {
  const { type, text, truncated } = reply.answer;
  const parsed = parseJsonText(text);
  const served = type?.essence ?? 'no type';
  if (isJsonType(type)) {
    if (parsed.ok || truncated) return pass(describeReply(reply, served));
    return broken(describeReply(reply, `served as ${served}, but ${parsed.why}`));
  }
  // A number or a word is text that happens to be JSON too.
  if (parsed.ok && (isRecord(parsed.value) || Array.isArray(parsed.value))) {
    return noncompliant(describeReply(reply, `JSON, but served as ${served}`));
  }
  return isHtml(reply.answer)
    ? absent(describeReply(reply, 'an HTML page'))
    : absent(describeReply(reply, text.trim() === '' ? 'an empty body' : served));
}

/** A 5xx is the API's own where the host answers unknown paths otherwise. */
function judgeFailure(reply: Reply, notFound: Reply): Verdict {
  if (notFound.kind === 'answer' && notFound.answer.status < 500) {
    return broken(describeReply(reply, 'a request that ought to get a 4xx'));
  }
  return { status: 'error', evidence: describeReply(reply, 'the host may fail on every path') };
}
