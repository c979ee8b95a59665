/** Does the site describe its API? */

import type { Absent, Surface } from '../evidence/surface.ts';
import { type OpenApi, openApiFault } from '../parse/openapi.ts';
import { apiElsewhere } from '../parse/openapi-operations.ts';
import type { Shown } from '../probes/api-surface.ts';
import { broken, check, couldNotSee, judge, noncompliant, notApplicable, pass, withDetail } from './check.ts';
import { found } from './examples/answers.ts';

/** For examples: a site with an API, and one without. */
export const API: Shown = { state: 'shown', evidence: 'https://site.example/openapi.json -> 200' };
export const NO_API: Absent = { state: 'absent', evidence: 'no API surface' };

const described = (document: OpenApi['document'], complete = true) =>
  found<OpenApi>(
    { version: String(document.openapi ?? document.swagger), document, complete },
    { path: '/openapi.json', type: 'application/json' },
  );
/** For examples: a description of an API that is served elsewhere. */
export const ELSEWHERE = described({
  openapi: '3.1.0',
  info: {},
  paths: {},
  servers: [{ url: 'https://api.other.example/v1' }],
});

export const openapi = check('openapi', {
  needs: ['apiSurface', 'openapi'],
  evaluate: ({ apiSurface, openapi }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    return judge(openapi, ({ value, evidence }) => {
      const fault = openApiFault(value);
      if (fault !== undefined) return noncompliant(withDetail(evidence, fault));
      const name = value.document.swagger === undefined ? 'OpenAPI' : 'Swagger';
      const rest = value.complete
        ? ''
        : ', longer than what is read of a body: only its beginning was judged';
      return pass(withDetail(evidence, `${name} ${value.version}${rest}`));
    });
  },
});

export const apiCatalog = check('api-catalog', {
  needs: ['apiSurface', 'apiCatalog'],
  evaluate: ({ apiSurface, apiCatalog }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    return judge(apiCatalog, ({ value, answer, evidence }) => {
      const type = answer.type?.essence ?? 'no type';
      if (value.contexts === 0) return noncompliant(withDetail(evidence, 'the `linkset` is empty'));
      return answer.type?.suffix === 'json' || /^(application|text)\/json$/.test(type)
        ? pass(withDetail(evidence, type))
        : noncompliant(withDetail(evidence, `a linkset, but served as ${type}`));
    });
  },
});

export const jsonSchemas = check('json-schemas', {
  needs: ['apiSurface'],
  uses: ['jsonSchemas'],
  evaluate: ({ apiSurface, jsonSchemas: { schemas, unseen } }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    const evidence = schemas.map((one) => one.evidence).join('; ');
    const bad = schemas.filter(({ state }) => state === 'bad');
    if (bad.length > 0) return broken(bad.map((one) => one.evidence).join('; '));
    const blind =
      schemas.find((one) => one.state === 'unseen') ?? (schemas.length === 0 ? unseen : undefined);
    if (blind !== undefined) return couldNotSee(blind);
    return schemas.length === 0
      ? notApplicable('nothing refers to a JSON Schema by URL on this origin')
      : pass(evidence);
  },
});

/** Why checks of the API's answers do not apply: a description here, and every server of it on another origin. */
export function servedElsewhere(openapi: Surface<OpenApi>): string | undefined {
  if (openapi.state !== 'found') return undefined;
  const { value, answer, evidence } = openapi;
  const origin = apiElsewhere(value, answer.url, new URL(answer.asked));
  return origin === undefined ? undefined : withDetail(evidence, `the API is served at ${origin}`);
}
