import { headerOf } from '../../base/headers.ts';
import { isRecord, parseJsonText } from '../../base/json.ts';
import { isJsonType } from '../../base/media-type.ts';
import { LONGER_THAN_READ } from '../../base/parsed.ts';
import { isOfApi, type SchemaReply, unknownApiPath } from '../evidence/api.ts';
import { answerFacts, type Facts, replyFacts, says, withDetail } from '../evidence/facts.ts';
import { type Answer, isRateLimited, type Reply, servedAs } from '../evidence/reply.ts';
import { cannotJudge, inconclusive, isHtml, isInconclusive, type Surface } from '../evidence/surface.ts';
import { type OpenApi, openApiFault } from '../parse/openapi.ts';
import { apiElsewhere } from '../parse/openapi-operations.ts';
import {
  absent,
  because,
  broken,
  type Check,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  unclear,
  type Verdict,
  verdictOn,
} from './check.ts';

export const apiChecks: readonly Check[] = [
  check('openapi', {
    needs: ['apiSurface', 'openapi'],
    evaluate: ({ apiSurface, openapi }) => {
      if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
      return verdictOn(openapi, ({ value, evidence }) => {
        const fault = openApiFault(value);
        if (fault !== undefined) return noncompliant(evidence, fault);
        const name = value.document.swagger === undefined ? 'OpenAPI' : 'Swagger';
        const rest = value.complete ? '' : ', longer than the audit reads: only its beginning was judged';
        return pass(evidence, `${name} ${value.version}${rest}`);
      });
    },
  }),

  check('json-errors', {
    needs: ['apiSurface'],
    uses: ['apiErrors', 'notFound', 'openapi'],
    evaluate: ({ apiSurface, apiErrors, notFound, openapi }) => {
      if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
      const elsewhere = servedElsewhere(openapi);
      if (elsewhere !== undefined) return notApplicable(elsewhere);
      const last = apiErrors.at(-1);
      if (last === undefined)
        return because(
          absent(says('no request that should fail could be sent')),
          'No request that should fail could be sent to the API.',
        );
      // A 429 is inconclusive, even if the API itself sent it, because it does not show how the API reports other errors.
      const hidden = inconclusive(last);
      if (hidden !== undefined) return couldNotSee(hidden);
      if (last.kind !== 'answer') return absent(replyFacts(last));
      const verdict = judgeReplies(apiErrors, last, notFound);
      const { requestedUrl } = last.answer;
      const { url, base } = unknownApiPath(openapi, new URL(requestedUrl));
      const sent = { wanted: 'sent with Accept: */*' };
      return {
        ...verdict,
        evidence: withDetail(verdict.evidence, sent, ...(requestedUrl === url ? [base] : [])),
      };
    },
  }),

  check('rate-limit-headers', {
    needs: ['apiSurface'],
    uses: ['openapi', 'openapiPaths', 'apiErrors'],
    evaluate: ({ apiSurface, openapi, openapiPaths, apiErrors }) => {
      if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
      const elsewhere = servedElsewhere(openapi);
      if (elsewhere !== undefined) return notApplicable(elsewhere);
      const described = openapi.state === 'found' && isOfApi(openapi, openapi.answer) ? [openapi.answer] : [];
      const ofPaths = openapiPaths.map(({ reply }) => reply).filter(isRateLimited);
      const refusals = [
        ...ofPaths.filter(({ answer }) => isOfApi(openapi, answer)),
        ...apiErrors.filter(isRateLimited),
      ];
      const refused = refusals.map(({ answer }) => answer);
      const bare = refusals.find(
        ({ answer, rateLimit }) =>
          rateLimit === 'confirmed' && headerOf(answer.headers, 'retry-after') === undefined,
      );
      if (bare !== undefined) return broken(answerFacts(bare.answer, 'without Retry-After'));
      const errors = apiErrors.filter(({ kind }) => kind === 'answer').map(answerOf);
      const answers = [...described, ...refused, ...errors].filter((one) => one !== undefined);
      for (const one of answers) {
        const names = rateLimitNames(one);
        if (names.length > 0) return pass(answerFacts(one, names.join(', ')));
      }
      const policy = answers.find(({ headers }) => headerOf(headers, 'ratelimit-policy') !== undefined);
      if (policy !== undefined) {
        return noncompliant(
          answerFacts(policy, 'only RateLimit-Policy: no header says how many requests remain'),
        );
      }
      // A response such as a 429 may come from a proxy in front of the API, so it does not show the API's own headers.
      const hidden = [openapi, ...apiErrors.map((reply) => inconclusive(reply))].find(isInconclusive);
      if (hidden !== undefined) return couldNotSee(hidden);
      return absent(
        answers.length === 0
          ? says('no response from the API')
          : answers.flatMap((one) => answerFacts(one, 'no rate-limit header')),
      );
    },
  }),

  check('api-catalog', {
    needs: ['apiCatalog'],
    uses: ['apiSurface'],
    evaluate: ({ apiSurface, apiCatalog }) => {
      if (apiCatalog.state === 'absent' && apiSurface.state === 'absent')
        return notApplicable(apiSurface.evidence);
      return verdictOn(apiCatalog, ({ value, answer, evidence }) => {
        const type = answer.type?.essence ?? '';
        if (value.contexts === 0) return noncompliant(evidence, 'the `linkset` is empty');
        if (value.exampleHost !== undefined)
          return because(
            noncompliant(evidence, `${value.exampleHost} is still an example address`),
            'The api-catalog still has an example address.',
          );
        return answer.type?.suffix === 'json' || /^(application|text)\/json$/.test(type)
          ? pass(evidence, type)
          : noncompliant(evidence, `a linkset, but ${servedAs(answer)}`);
      });
    },
  }),

  check('json-schemas', {
    needs: ['apiSurface'],
    uses: ['jsonSchemas'],
    evaluate: ({ apiSurface, jsonSchemas: { schemas, inconclusive } }) => {
      if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
      const evidence = schemas.flatMap((one) => one.evidence);
      const evidenceOf = (wanted: SchemaReply['state']) =>
        schemas.filter(({ state }) => state === wanted).flatMap((one) => one.evidence);
      const [bad, mistyped] = [evidenceOf('bad'), evidenceOf('mistyped')];
      if (bad.length > 0) return broken(bad);
      if (mistyped.length > 0) return noncompliant(mistyped);
      const hidden =
        schemas.find((one) => one.state === 'inconclusive') ??
        (schemas.length === 0 ? inconclusive : undefined);
      if (hidden !== undefined) return couldNotSee(hidden);
      return schemas.length === 0
        ? notApplicable(says('no reference to a JSON Schema on this origin was found'))
        : pass(evidence);
    },
  }),
];

/** Returns the evidence that the API is on another origin, whose responses are not checked; otherwise `undefined`. */
function servedElsewhere(openapi: Surface<OpenApi>): Facts | undefined {
  if (openapi.state !== 'found') return undefined;
  const { value, answer, evidence } = openapi;
  const origin = apiElsewhere(value, answer.url, new URL(answer.requestedUrl));
  return origin === undefined ? undefined : withDetail(evidence, `the API is served at ${origin}`);
}

function judgeReplies(
  replies: readonly Reply[],
  last: Reply & { readonly kind: 'answer' },
  notFound: Reply,
): Verdict {
  const { status } = last.answer;
  if (status >= 400) return status < 500 ? judgeError(last) : judgeFailure(last, notFound);
  return because(
    absent(replies.flatMap((reply) => replyFacts(reply, 'not an error'))),
    'A request that should be refused does not return an error.',
  );
}

/** Judges a 4xx response by its media type, and then by its body. */
function judgeError(reply: Reply & { kind: 'answer' }): Verdict {
  const { type, text, truncated } = reply.answer;
  const parsed = parseJsonText(text);
  const served = type?.essence ?? 'no Content-Type';
  if (isJsonType(type)) {
    if (parsed.ok) return pass(replyFacts(reply, served));
    if (truncated) return couldNotSee(cannotJudge(reply.answer, LONGER_THAN_READ));
    if (parsed.isLimit === true) return couldNotSee(cannotJudge(reply.answer, parsed.why));
    return broken(replyFacts(reply, `served as ${served}, but ${parsed.why}`));
  }
  // Only objects and arrays count, because plain text such as `404` is also valid JSON.
  if (parsed.ok && (isRecord(parsed.value) || Array.isArray(parsed.value))) {
    return noncompliant(replyFacts(reply, `JSON, but ${servedAs(reply.answer)}`));
  }
  return isHtml(reply.answer)
    ? because(absent(replyFacts(reply, 'an HTML page')), 'API errors are HTML pages.')
    : absent(replyFacts(reply, text.trim() === '' ? 'an empty body' : served));
}

/** Judges a 5xx response. If unknown paths on this host also fail, the API may not be the cause. */
function judgeFailure(reply: Reply, notFound: Reply): Verdict {
  if (notFound.kind === 'answer' && notFound.answer.status < 500) {
    return because(
      broken(replyFacts(reply, 'a request that should get a 4xx')),
      'A request that should be refused causes a server error in the API.',
    );
  }
  return unclear(replyFacts(reply), 'the host may fail on every path');
}

function answerOf(reply: Reply): Answer | undefined {
  return reply.kind === 'answer' ? reply.answer : undefined;
}

/** Returns the names of the rate-limit headers (from the IETF draft, or with `X-`), in order and without duplicates. */
function rateLimitNames({ headers }: Answer): string[] {
  const names = headers.map(([name]) => name);
  return [...new Set(names)].filter((name) =>
    /^(ratelimit(-limit|-remaining|-reset)?|x-rate-?limit-.+)$/.test(name),
  );
}
