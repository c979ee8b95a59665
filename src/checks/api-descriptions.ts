/** Does the site describe its API? */

import { type Facts, says, withDetail } from '../evidence/facts.ts';
import type { Surface } from '../evidence/surface.ts';
import { type OpenApi, openApiFault } from '../parse/openapi.ts';
import { apiElsewhere } from '../parse/openapi-operations.ts';
import { broken, check, couldNotSee, judge, noncompliant, notApplicable, pass } from './check.ts';

export const openapi = check('openapi', {
  needs: ['apiSurface', 'openapi'],
  evaluate: ({ apiSurface, openapi }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    return judge(openapi, ({ value, evidence }) => {
      const fault = openApiFault(value);
      if (fault !== undefined) return noncompliant(evidence, fault);
      const name = value.document.swagger === undefined ? 'OpenAPI' : 'Swagger';
      const rest = value.complete
        ? ''
        : ', longer than what is read of a body: only its beginning was judged';
      return pass(evidence, `${name} ${value.version}${rest}`);
    });
  },
});

export const apiCatalog = check('api-catalog', {
  needs: ['apiSurface', 'apiCatalog'],
  evaluate: ({ apiSurface, apiCatalog }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    return judge(apiCatalog, ({ value, answer, evidence }) => {
      const type = answer.type?.essence ?? 'no type';
      if (value.contexts === 0) return noncompliant(evidence, 'the `linkset` is empty');
      return answer.type?.suffix === 'json' || /^(application|text)\/json$/.test(type)
        ? pass(evidence, type)
        : noncompliant(evidence, `a linkset, but served as ${type}`);
    });
  },
});

export const jsonSchemas = check('json-schemas', {
  needs: ['apiSurface'],
  uses: ['jsonSchemas'],
  evaluate: ({ apiSurface, jsonSchemas: { schemas, unseen } }) => {
    if (apiSurface.state === 'absent') return notApplicable(apiSurface.evidence);
    const evidence = schemas.flatMap((one) => one.evidence);
    const bad = schemas.filter(({ state }) => state === 'bad');
    if (bad.length > 0) return broken(bad.flatMap((one) => one.evidence));
    const hidden =
      schemas.find((one) => one.state === 'unseen') ?? (schemas.length === 0 ? unseen : undefined);
    if (hidden !== undefined) return couldNotSee(hidden);
    return schemas.length === 0
      ? notApplicable(says('nothing refers to a JSON Schema by URL on this origin'))
      : pass(evidence);
  },
});

/** Why checks of the API's answers do not apply: a description here, and every server of it on another origin. */
export function servedElsewhere(openapi: Surface<OpenApi>): Facts | undefined {
  if (openapi.state !== 'found') return undefined;
  const { value, answer, evidence } = openapi;
  const origin = apiElsewhere(value, answer.url, new URL(answer.asked));
  return origin === undefined ? undefined : withDetail(evidence, `the API is served at ${origin}`);
}
