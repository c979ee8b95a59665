/** `retest`: what failed last time, audited again. */

import { NAMED_ENDPOINT } from '../../evidence/mcp-endpoint.ts';
import { waiverOf } from '../../gate/waivers.ts';
import { plain } from '../../parse/text.ts';
import { documentUrl } from '../../parse/url.ts';
import { renderRetestMarkdown, renderRetestText, retestSummary } from '../../render/retest.ts';
import { shellWord } from '../../render/shell-quote.ts';
import { isSelected } from '../../request.ts';
import { rulesOf } from '../../scorecard/rules.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { isPublicName, parseTarget } from '../../target.ts';
import { isFailedResult } from '../../view/advice.ts';
import { failingNow, type Retest, retestableOf, retestOf } from '../../view/retest.ts';
import { auditFor } from '../audit/rerun.ts';
import { framed, type RetestDocument } from '../documents.ts';
import { CliError } from '../errors.ts';
import { nameOf } from '../files.ts';
import type { RETEST } from '../options/fix.ts';
import { notice, present } from '../output.ts';
import { readScorecard } from '../recordings.ts';
import type { Run } from '../run.ts';
import { selectChecks } from '../select.ts';

/**
 * Audits again what a scorecard says fails, and says what changed.
 *
 * @param path of the scorecard or recording
 * @param address of the same site, where it is not the one of the scorecard
 * @throws CliError `below_threshold` where something fails, `no_verdict` where that could not be seen; AuditError
 */
export async function retest(
  run: Run<typeof RETEST>,
  path: string,
  address: string | undefined,
): Promise<void> {
  const { values, sources, program, output } = run;
  const selected = selectChecks({ only: values.only, skip: values.skip, sources, program });
  const before = await readScorecard(path, run);
  const waived = waivedIn(before.envelope, run);
  for (const { check, expires, reason } of waived.values()) {
    notice(output, `Left out: ${check}, waived until ${expires} (“${reason}”).`);
  }
  const known = retestableOf(before.envelope, (id) => isSelected({ selected }, id) && !waived.has(id));
  if (known.unknown.length > 0) {
    const ids = known.unknown.map((id) => plain(id, 60)).join(', ');
    notice(output, `This version does not have checks that failed then: ${ids}.`);
  }
  const ids = [...known.failed, ...known.dependent];
  const { envelope } = before;
  const site = () => address ?? writtenAddress(run, envelope, nameOf(path));
  const now =
    ids.length === 0 ? envelope : (await auditFor(...asBefore(run, envelope, site()), ids)).envelope;
  const found = retestOf(before.envelope, now, known);
  present(output, 'retest', {
    text: () => (ids.length === 0 ? NOTHING : renderRetestText(found, output.text)),
    md: () => (ids.length === 0 ? NOTHING : renderRetestMarkdown(found)),
    document: () => documentOf(found, ids.length, known.unknown),
  });
  if (before.incomplete !== undefined) throw before.incomplete;
  // A scorecard of then says nothing of what fails only now.
  const source = found.counts.new_failure > 0 ? shellWord(now.target_url) : shellWord(nameOf(path));
  const problem = problemOf(found, `${program} fix ${source}`);
  if (problem !== undefined) throw problem;
}

/** The failures that a waiver of the configuration accepts, by the ids of their checks. */
function waivedIn({ scorecard, freshness }: StoredEnvelope, { config }: Run<typeof RETEST>) {
  const day = freshness.scored_at.slice(0, 10);
  return new Map(
    scorecard.results.filter(isFailedResult).flatMap((result) => {
      const { holding } = waiverOf(result, config?.values.waivers ?? [], day);
      return holding === undefined ? [] : [[result.id, { ...holding, check: result.id }] as const];
    }),
  );
}

const NOTHING = 'Nothing failed in this scorecard: there is nothing to test again.';

/**
 * The address that a scorecard gives as its own, which is the word of whoever has written the file: it is asked where
 * everybody can reach it, or where the configuration names it too, and gets the caller's headers only there.
 *
 * @throws CliError `usage`
 */
function writtenAddress(
  { values, config, program }: Run<typeof RETEST>,
  { target_url }: StoredEnvelope,
  file: string,
): string {
  const { name, hostname, origin, url } = parseTarget(target_url);
  const targets = [config?.values.target ?? []].flat();
  if (targets.some((one) => parseTarget(one).origin === origin)) return url;
  const refused = (why: string) =>
    new CliError('usage', `${file} names ${name}, and ${why}.`, {
      hint: `If you mean this site, name it: ${program} retest ${shellWord(file)} ${shellWord(origin)}`,
    });
  if (values.header.length > 0 || values.headerFile !== undefined) {
    throw refused('headers of your own go only to a site that you name');
  }
  if (!isPublicName(hostname)) throw refused('what a file names is asked only where it is a public site');
  return url;
}

/**
 * The audit judges as the scorecard was judged, unless it is told otherwise.
 *
 * @throws CliError `usage` for an MCP endpoint that only the scorecard names, and that not everybody can reach
 */
function asBefore(
  run: Run<typeof RETEST>,
  { scorecard }: StoredEnvelope,
  address: string,
): [Run<typeof RETEST>, string] {
  const siteType = run.values.siteType ?? scorecard.site_type ?? undefined;
  const canonicalOrigin = run.values.canonicalOrigin ?? scorecard.canonical_origin;
  const named = scorecard.mcp_discovery.find(({ source }) => source === NAMED_ENDPOINT)?.endpoint;
  const mcpEndpoint = run.values.mcpEndpoint ?? named;
  const own = [parseTarget(address).origin, canonicalOrigin];
  if (run.values.mcpEndpoint === undefined && named !== undefined) {
    const endpoint = documentUrl(named, own[0]);
    if (endpoint === undefined || !(own.includes(endpoint.origin) || isPublicName(endpoint.hostname))) {
      throw new CliError(
        'usage',
        `The scorecard names the MCP endpoint ${plain(named)}, which is not public.`,
        {
          hint: 'If you mean this endpoint, name it with --mcp-endpoint.',
        },
      );
    }
  }
  return [
    { ...run, values: { ...run.values, siteType, canonicalOrigin, mcpEndpoint } as typeof run.values },
    address,
  ];
}

function problemOf(found: Retest, fix: string): CliError | undefined {
  const failing = failingNow(found);
  if (failing > 0) {
    return new CliError('below_threshold', `Not all is fixed: ${retestSummary(found)}.`, {
      hint: `Type ${fix} for what to change.`,
    });
  }
  if (found.counts.unseen > 0) {
    return new CliError('no_verdict', `Not all could be seen: ${retestSummary(found)}.`, {
      hint: 'Look at their evidence, and test again; with more time (--timeout) where it ran out.',
    });
  }
  return undefined;
}

function documentOf(
  { before, now, checks, counts }: Retest,
  ran: number,
  unknown: readonly string[],
): RetestDocument {
  const sideOf = ({ target, target_url, freshness, scorecard }: StoredEnvelope) => ({
    target,
    target_url,
    scored_at: freshness.scored_at,
    rules: rulesOf(scorecard),
  });
  return {
    ...framed('retest'),
    partial: true,
    from: sideOf(before),
    to: ran === 0 ? null : sideOf(now),
    ran,
    counts: { ...counts },
    checks: checks.map(({ outcome, before: was, now: is, cause }) => ({
      id: is.id,
      label: is.label,
      category: is.category,
      keyword: is.keyword,
      outcome,
      cause: cause ?? null,
      from: { status: was.status, evidence: was.evidence },
      to: { status: is.status, evidence: is.evidence },
      prompt: is.remediation?.prompt ?? null,
    })),
    unknown: [...unknown],
  };
}
