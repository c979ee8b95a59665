/** No check passes on something that is not its document, and no site is punished for a document that is right. */
import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import type { DemoSite, Handler } from '../../app/demo/site.ts';
import type { CheckId } from '../../audit/check-texts/index.ts';
import type { Scorecard } from '../../audit/scorecard/schema.ts';
import { auditSite } from '../serve.ts';
import { DOCUMENTS, REPLACEMENTS, replacing, without } from './documents.ts';

/** What the contract calls broken: a page, or JSON that is something else than the check's document. */
const BROKEN: Readonly<Record<string, RegExp>> = {
  '200 bytes of HTML': /(?:)/,
  '{}': /^(?:sitemap|security-txt|openapi|api-catalog|web-bot-auth|oauth-.*|a2a-agent-card|agent-skills)$/,
  '{} as JSON':
    /^(?:sitemap|security-txt|openapi|api-catalog|web-bot-auth|oauth-.*|a2a-agent-card|agent-skills|auth-md|mcp-usage-doc)$/,
};

async function audited(site: DemoSite, change: (handler: Handler) => Handler): Promise<Scorecard> {
  await using served = await serveDemo({
    ...site,
    create: (origin, startedAt) => change(site.create(origin, startedAt)),
  });
  return (await auditSite(served.url)).scorecard;
}

const statusOf = ({ results }: Scorecard, id: string) => results.find((result) => result.id === id);

describe.each(DEMO_SITES.filter(({ name }) => ['ready', 'docs', 'api'].includes(name)))('$name', (site) => {
  const passing = async () => {
    const before = await audited(site, (same) => same);
    const ids = Object.keys(DOCUMENTS).filter((id) => statusOf(before, id)?.status === 'pass');
    return { before, ids: ids as CheckId[] };
  };

  it('is not praised for what is in the place of a document', { timeout: 600_000 }, async () => {
    const faults: string[] = [];
    for (const id of (await passing()).ids) {
      const paths = DOCUMENTS[id] ?? [];
      for (const [name, instead] of Object.entries(REPLACEMENTS).filter(([path]) => !paths.includes(path))) {
        const after = statusOf(await audited(site, (own) => replacing(own, paths, instead)), id);
        const isWrong =
          after?.status === 'pass' ||
          after?.status === 'error' ||
          // A schema is promised by what refers to it.
          (after?.status === 'broken' && id !== 'json-schemas' && BROKEN[name]?.test(id) !== true);
        if (isWrong) faults.push(`${id}, ${name}: ${after?.status}: ${after?.evidence}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('is not punished for a document that is right', { timeout: 600_000 }, async () => {
    const { before, ids } = await passing();
    const faults: string[] = [];
    for (const id of ids) {
      const after = await audited(site, (own) => without(own, DOCUMENTS[id] ?? []));
      const applies = before.results.filter(
        (result) =>
          statusOf(after, result.id)?.status === 'n_a' && /broken|noncompliant|absent/.test(result.status),
      );
      if (after.score.relative > before.score.relative)
        faults.push(
          `without ${id}: ${after.score.relative}, ${before.score.relative} before; ${applies.map((r) => `${r.id} ${r.status}`)}`,
        );
    }
    expect(faults).toEqual([]);
  });
});
