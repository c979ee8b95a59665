/** What the function answers besides MCP and scorecards: the token stub, the form, health; and what pages of other origins get. */
import * as z from 'zod';
import { AUDIT_LIMIT, AUDIT_WINDOW_MS, READ_LIMIT } from '../../limits.ts';
import { SCHEMA_VERSION, SPEC_VERSION } from '../../versions.ts';
import type { Ask, Expectation, Probe } from '../probe.ts';
import { header, location, status, type, without } from '../wants/answers.ts';
import { json, own } from '../wants/json.ts';

/** An origin that is nobody's (RFC 2606). */
export const FOREIGN = 'https://elsewhere.example';

/** Contract: service-description.md, section 5. */
export const NO_CORS: Expectation = without(
  'Access-Control-',
  'With CORS headers any page could spend the audits of its visitors.',
);
const NO_STORE = header(
  'Cache-Control',
  /no-store/,
  'The answer to a token request is never kept (RFC 6749).',
);

const TOKEN = '/oauth2/token';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whatever is sent: nothing of it is read. */
const TOKEN_REQUESTS: readonly (readonly [about: string, Partial<Ask>])[] = [
  ['a grant', { headers: { 'content-type': FORM_TYPE }, body: 'grant_type=client_credentials' }],
  ['broken JSON', { headers: { 'content-type': 'application/json' }, body: '{"grant_type":' }],
  ['no body, from another origin', { headers: { origin: FOREIGN, authorization: 'Basic eDp5' } }],
];

const ISSUES_NOTHING =
  'Scanners must learn that there are no credentials here, and clients that they need none.';

export const TOKEN_PROBES: readonly Probe[] = [
  ...TOKEN_REQUESTS.map(
    ([about, sent]): Probe => ({
      group: 'token',
      about,
      ask: { method: 'POST', path: TOKEN, ...sent },
      metered: true,
      expect: [
        status(400, ISSUES_NOTHING),
        type('application/json', 'OAuth clients parse errors as JSON (RFC 6749, section 5.2).'),
        json(
          'error',
          (to) =>
            z.object({
              error: z.literal('public_catalog'),
              error_description: z.string().min(1),
              error_uri: own(to),
            }),
          ISSUES_NOTHING,
        ),
        NO_STORE,
        NO_CORS,
      ],
    }),
  ),
  ...['GET', 'DELETE'].map(
    (method): Probe => ({
      group: 'token',
      ask: { method, path: TOKEN },
      metered: true,
      expect: [
        status(405, 'The token endpoint takes POST only.'),
        header('Allow', 'POST', 'A 405 says which methods there are (RFC 9110, section 15.5.6).'),
        NO_CORS,
      ],
    }),
  ),
];

/** What a browser asks before it lets a page of another origin send JSON. */
const preflight = (path: string): Ask => ({
  method: 'OPTIONS',
  path,
  headers: {
    origin: FOREIGN,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  },
});

const FORM = '/audit';
const OWN_PAGES_ONLY = 'Pages of other origins must not spend the audits of their visitors.';

export const CORS_PROBES: readonly Probe[] = [
  ...['/mcp', TOKEN].map(
    (path): Probe => ({
      group: 'cors',
      about: 'preflight',
      ask: preflight(path),
      metered: true,
      expect: [status(405, 'OPTIONS grants nothing here.'), NO_CORS],
    }),
  ),
  ...[{ origin: FOREIGN }, { 'sec-fetch-site': 'cross-site' }].map(
    (headers): Probe => ({
      group: 'cors',
      about: `the form, ${Object.entries(headers).join(', ').replace(',', ': ')}`,
      ask: {
        method: 'POST',
        path: FORM,
        headers: { 'content-type': FORM_TYPE, ...headers } as Readonly<Record<string, string>>,
        body: 'url=never.example',
      },
      metered: true,
      expect: [status(403, OWN_PAGES_ONLY), NO_CORS],
    }),
  ),
];

export const LIMIT_PROBES: readonly Probe[] = [
  {
    group: 'limits',
    ask: { path: '/health' },
    metered: true,
    expect: [
      status(200, 'Monitors ask here whether the service is up.'),
      type('application/json', 'Monitors parse it.'),
      json(
        'health',
        z.object({
          status: z.literal('ok'),
          live_audits: z.literal('on'),
          spec_version: z.literal(SPEC_VERSION),
          schema_version: z.literal(SCHEMA_VERSION),
          audit_limits: z.object({
            window_s: z.literal(AUDIT_WINDOW_MS / 1000),
            caller: z.literal(AUDIT_LIMIT.units),
          }),
        }),
        'The service must be switched on, and the limits those that are published.',
      ),
    ],
  },
  {
    group: 'limits',
    about: 'the form without its fields',
    ask: { path: FORM },
    metered: true,
    bare: true,
    expect: [
      status(303, 'Who opens the address of the form is led to the form.'),
      location('/score#audit', 'Who opens the address of the form is led to the form.'),
    ],
  },
];

const REFUSED = 'Without a refusal that says when to come back, programs that run too fast never stop.';

/** Beyond the limit, to be asked when no read is left. */
export const REFUSALS: readonly Probe[] = [
  {
    group: 'limits',
    about: `after ${READ_LIMIT.calls} reads`,
    ask: { path: '/health' },
    metered: true,
    expect: [
      status(429, REFUSED),
      header('Retry-After', /^\d+$/, REFUSED),
      type('application/problem+json', 'Errors of the function are problems by RFC 9457.'),
      json(
        'code',
        z.object({ code: z.literal('rate_limited') }),
        'Programs tell errors apart by their code.',
      ),
    ],
  },
  {
    group: 'limits',
    about: `MCP after ${READ_LIMIT.calls} reads`,
    ask: {
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    },
    metered: true,
    expect: [
      status(429, REFUSED),
      header('Retry-After', /^\d+$/, REFUSED),
      json(
        'error',
        z.object({
          jsonrpc: z.literal('2.0'),
          error: z.object({
            code: z.literal(429),
            data: z.object({
              limit: z.literal(READ_LIMIT.calls),
              window_s: z.literal(READ_LIMIT.windowMs / 1000),
              retry_after_s: z.int().min(1),
            }),
          }),
        }),
        'MCP clients read JSON-RPC errors, and nothing else.',
      ),
    ],
  },
];
