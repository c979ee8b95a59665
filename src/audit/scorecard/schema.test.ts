import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { STATUSES } from '../check-texts/vocabulary.ts';
import contract from '../contract/scorecard.schema.json' with { type: 'json' };
import { schemaText } from './print.ts';
import { type Envelope, envelopeSchema } from './schema.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const meetsContract = ajv.compile(contract);
const meetsPrinted = ajv.compile(JSON.parse(schemaText(envelopeSchema)));

const why = ({ errors }: Pick<typeof meetsPrinted, 'errors'>) => ajv.errorsText(errors?.slice(0, 3));

/** Why the schema in `src/audit/contract`, the printed schema or zod refuses an envelope; empty when all three accept it. */
function refusals(envelope: unknown): string[] {
  return [
    ...(meetsContract(envelope) ? [] : [`contract: ${why(meetsContract)}`]),
    ...(meetsPrinted(envelope) ? [] : [`printed: ${why(meetsPrinted)}`]),
    ...(envelopeSchema.safeParse(envelope).success ? [] : ['zod']),
  ];
}

describe('the schema of the envelope', () => {
  it('accepts an envelope with every status, both reasons of n_a, and unprobed', () => {
    const envelope = envelopeFor({ verdict: everyStatus });
    const { summary, results } = envelope.scorecard;
    expect(STATUSES.filter((status) => summary[status] === 0)).toEqual([]);
    expect(new Set(results.map((result) => (result.status === 'n_a' ? result.na_reason : '')))).toEqual(
      new Set(['', 'antecedent-unmet', 'optional-absent']),
    );
    expect(results.some((result) => 'unprobed' in result && result.unprobed === true)).toBe(true);
    expect(refusals(envelope)).toEqual([]);
  });

  it.each([
    'http://localhost:3000',
    'http://[::1]:3000',
    'http://127.0.0.1',
    'bücher.example',
    'xn--80ak6aa92e.com',
  ])('accepts the target %s', (target) => {
    expect(refusals(envelopeFor({ target }))).toEqual([]);
  });

  it('accepts whatever URL and words a site gives for its MCP endpoint', () => {
    const url = new URL('https://site.example/m|cp/{x}/[y]/%zz?q=^`<">#a#b[').href;
    const envelope = envelopeFor({
      mcpEndpoint: url,
      mcpDiscovery: [
        { source: '/mcp\u001b[31m\n', endpoint: url, probed: 'initialize' },
        { source: '/mcp.json', endpoint: 'https://other.example/mcp', blocked: 'another\u202e origin' },
      ],
      siteType: 'api',
    });
    expect(refusals(envelope)).toEqual([]);
    expect(envelope.scorecard.mcp_discovery[0]?.source).toBe('/mcp');
    expect(envelope.scorecard.mcp_discovery[1]?.blocked).toBe('another origin');
  });

  it('gives evidence to a verdict that has none to show', () => {
    const envelope = envelopeFor({ verdict: () => ({ status: 'pass', evidence: '\u0007\u200b' }) });
    expect(refusals(envelope)).toEqual([]);
    expect(envelope.scorecard.results[0]?.result).toBe('Verified (nothing that can be shown)');
  });
});

describe('what the schema refuses, it and the contract refuse alike', () => {
  type Raw = Record<string, unknown>;
  const spoil = (how: (envelope: Raw, scorecard: Raw, results: Raw[]) => void): unknown => {
    const copy: Raw = JSON.parse(JSON.stringify(envelopeFor({ verdict: everyStatus }))) as Raw;
    const scorecard = copy.scorecard as Raw;
    how(copy, scorecard, scorecard.results as Raw[]);
    return copy;
  };
  const withStatus = (results: Raw[], status: string): Raw => {
    const result = results.find((one) => one.status === status);
    if (result === undefined) throw new Error(`no result is ${status}`);
    return result;
  };

  const faults: readonly [string, unknown][] = [
    ['a missing field', spoil((envelope) => delete envelope.freshness)],
    ['another kind', spoil((envelope) => Object.assign(envelope, { kind: 'cli' }))],
    ['another schema version', spoil((_, scorecard) => Object.assign(scorecard, { schema_version: '0.3' }))],
    ['a score beyond 100', spoil((_, scorecard) => Object.assign(scorecard, { score_pct: 101 }))],
    ['a check too few', spoil((_, __, results) => results.pop())],
    [
      'a failure without remediation',
      spoil((_, __, results) => delete withStatus(results, 'absent').remediation),
    ],
    ['n_a without a reason', spoil((_, __, results) => delete withStatus(results, 'n_a').na_reason)],
    [
      'a sentence that does not fit the reason',
      spoil((_, __, results) => {
        const result = withStatus(results, 'n_a');
        const optional = result.na_reason === 'optional-absent';
        result.result = optional ? 'Not applicable (x)' : 'Not implemented, optional (x)';
      }),
    ],
    [
      'a reason on a pass',
      spoil((_, __, results) => Object.assign(withStatus(results, 'pass'), { na_reason: 'optional-absent' })),
    ],
    [
      'a sentence of another status',
      spoil((_, __, results) => Object.assign(withStatus(results, 'pass'), { result: 'Not found (x)' })),
    ],
    ['no evidence', spoil((_, __, results) => Object.assign(withStatus(results, 'pass'), { evidence: '' }))],
  ];

  it.each(faults)('%s', (_, envelope) => {
    expect(refusals(envelope).map((text) => text.split(':')[0])).toEqual(['contract', 'printed', 'zod']);
  });
});

it('parses back to the same envelope', () => {
  const envelope: Envelope = envelopeFor({ verdict: everyStatus });
  expect(envelopeSchema.parse(JSON.parse(JSON.stringify(envelope)))).toEqual(envelope);
});
