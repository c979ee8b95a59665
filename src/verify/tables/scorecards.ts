/** Scorecards: those of the catalog at their addresses, and a live one from the tool to its addresses. */
import * as z from 'zod';
import { SCHEMA_VERSION } from '../../versions.ts';
import { fault, header, json, jsonOf, own } from '../judge.ts';
import { type DeploymentProbe, type Expectation, pathHere } from '../probe.ts';
import { toolCall } from './service.ts';
import { bothForms } from './site.ts';

/** A listed site at its addresses, and by the tool. The walk over the description requests its other forms. */
export function scorecardProbes(host: string): readonly DeploymentProbe[] {
  const path = `/score/${host}`;
  const group = 'scorecards';
  const envelope = json('envelope', (to) =>
    z.object({
      kind: z.literal('web'),
      tier: z.literal('cache'),
      target: z.literal(host),
      scorecard_url: own(to, path),
      markdown_url: own(to, `${path}/md`),
      json_url: own(to, `${path}/json`),
      scorecard: z.object({ schema_version: z.literal(SCHEMA_VERSION) }),
    }),
  );
  return [
    ...[path, `${path}/fix`].flatMap((page) => bothForms(page, [group, group])),
    { group, ask: { path: `${path}/json` }, expect: [envelope] },
    { group, ask: { path: `${path}/evidence` }, type: 'text/html' },
    { ...toolCall(host, 'get_scorecard', host, z.object({ found: z.literal(true) })), group },
  ];
}

const toldSchema = z.object({
  tier: z.literal('live'),
  cut_short: z.undefined().optional(),
  scorecard_url: z.string(),
  markdown_url: z.string(),
  json_url: z.string(),
  freshness: z.object({ scored_at: z.string() }),
});
const resultSchema = z.object({ result: z.object({ structuredContent: toldSchema }) });

/** A live audit, and each address that its result names. Spends one of the caller's fresh audits. */
export function auditProbe(target: string): DeploymentProbe {
  const group = 'audit';
  return {
    ...toolCall(target, 'score_cli', target, toldSchema),
    group,
    follow: (answer, to) => {
      const { data } = resultSchema.safeParse(jsonOf(answer));
      if (data === undefined) return [];
      const { scorecard_url, markdown_url, json_url, freshness } = data.result.structuredContent;
      const scored_at = z.literal(freshness.scored_at);
      const time = z.object({ freshness: z.object({ scored_at }), scorecard_url: z.literal(scorecard_url) });
      const form = (url: string, type: string, ...expect: readonly Expectation[]): DeploymentProbe => {
        const path = pathHere(url, to);
        const isOwn = () => (path === undefined ? fault('address', `${to.publishedAs}/…`, url) : undefined);
        const ask = { path: path ?? '/', headers: { accept: type } };
        const all = [header('X-Robots-Tag', /noindex/), isOwn, ...expect];
        return { group, ask, type, tagged: true, metered: true, expect: all };
      };
      // Within a minute the same result is returned, and costs nothing.
      const cached = z.object({ freshness: z.object({ cached: z.literal(true), scored_at }) });
      return [
        form(scorecard_url, 'text/html'),
        form(markdown_url, 'text/markdown'),
        form(json_url, 'application/json', json('time', time)),
        { ...toolCall(`${target}, again`, 'score_cli', target, cached), group },
      ];
    },
  };
}
