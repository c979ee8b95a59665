/** Checks for CORS, which lets pages from other sites call the MCP endpoint. */

import { grantsOrigin, readCors, refusedHeaders } from '../../base/headers.ts';
import type { McpAnswer, McpProbe } from '../evidence/mcp-answer.ts';
import { FOREIGN_ORIGIN, MCP_REQUEST_HEADERS } from '../probes/mcp-http.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
} from './check.ts';
import { judgeProbe } from './mcp-verdict.ts';

/** Returns `n_a` if the endpoint sends 403, because MCP lets servers refuse pages from other origins. */
function refusesOrigins(actual: Conclusive<McpProbe>): Verdict | undefined {
  return actual.state === 'answered' && actual.answer.status === 403
    ? notApplicable(actual.evidence, 'refuses pages from other origins')
    : undefined;
}

function judgePreflight(answered: McpAnswer): Verdict {
  const { status, headers } = answered.answer;
  const granted = readCors(headers);
  const names = ['origin', 'methods', 'headers'] as const;
  const missing = names.filter((name) => granted[name] === undefined);
  if (missing.length === names.length)
    return status >= 500 && status !== 501
      ? broken(answered.evidence)
      : absent(answered.evidence, 'no Access-Control-Allow headers');
  if (missing.length > 0)
    return because(
      broken(answered.evidence, `without Access-Control-Allow-${missing.map(capital).join(', -')}`),
      `The CORS preflight does not say which ${missing.map((name) => `${name}${name === 'origin' ? 's' : ''}`).join(' and ')} are allowed.`,
    );
  if (status !== 200 && status !== 204) return broken(answered.evidence, 'the status is neither 200 nor 204');
  if (!grantsOrigin(granted, FOREIGN_ORIGIN))
    return because(
      noncompliant(answered.evidence, 'Access-Control-Allow-Origin names another origin'),
      'The CORS preflight allows one other origin only.',
    );
  const refused = refusedHeaders(granted, MCP_REQUEST_HEADERS);
  return refused.length === 0
    ? pass(answered.evidence, 'all three Access-Control-Allow headers')
    : because(
        noncompliant(answered.evidence, `Access-Control-Allow-Headers does not list ${refused.join(', ')}`),
        'The CORS preflight leaves out headers that MCP clients send.',
      );
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function judgeActual(preflight: McpAnswer, actual: McpAnswer): Verdict {
  const before = readCors(preflight.answer.headers);
  const after = readCors(actual.answer.headers);
  if (before.origin === undefined && after.origin === undefined)
    return absent(actual.evidence, 'no Access-Control-Allow-Origin, and none on the preflight');
  if (before.origin === undefined)
    return broken(actual.evidence, 'Access-Control-Allow-Origin, but none on the preflight');
  if (after.origin === undefined)
    return broken(actual.evidence, 'no Access-Control-Allow-Origin, but one on the preflight');
  const allowed = grantsOrigin(before, FOREIGN_ORIGIN);
  if (allowed !== grantsOrigin(after, FOREIGN_ORIGIN))
    return broken(actual.evidence, 'Access-Control-Allow-Origin does not match the preflight');
  if (!allowed) return noncompliant(actual.evidence, 'Access-Control-Allow-Origin names another origin');
  const { status } = actual.answer;
  return status >= 200 && status < 300
    ? pass(actual.evidence, 'Access-Control-Allow-Origin, as on the preflight')
    : broken(actual.evidence, 'allowed by the preflight, but refused with an Origin header');
}

export const mcpCorsChecks: readonly Check[] = [
  check('mcp-cors-preflight', {
    needs: ['mcpCorsPreflight', 'mcpCorsActual'],
    evaluate: ({ mcpCorsPreflight, mcpCorsActual }) =>
      judgeProbe(mcpCorsPreflight, (preflight) => refusesOrigins(mcpCorsActual) ?? judgePreflight(preflight)),
  }),

  check('mcp-cors-actual', {
    needs: ['mcpCorsPreflight', 'mcpCorsActual'],
    evaluate: ({ mcpCorsPreflight, mcpCorsActual }) =>
      judgeProbe(mcpCorsPreflight, (preflight) =>
        judgeProbe(mcpCorsActual, (actual) => refusesOrigins(actual) ?? judgeActual(preflight, actual)),
      ),
  }),
];
