/** Documents about a listed site. They are built on request, because they are rarely requested. */
import type { Context } from 'hono';
import { catalogPath } from '../../audit/scorecard/address.ts';
import { ATOM_TYPE, atomFeed } from '../../report/feed.ts';
import { evidencePage } from '../../report/html/evidence.ts';
import type { ApartSite, CatalogSite, Library, Scorecards } from '../api.ts';
import { ServiceError } from '../errors.ts';
import { openAnswer, REVALIDATED, SHARED_CACHE } from './caching.ts';
import type { Pages } from './pages.ts';

export type Derived = 'evidence' | 'changes.atom';

interface DerivedOptions {
  readonly scorecards: Pick<Scorecards, 'target' | 'withdrawal'>;
  readonly library: Pick<Library, 'site' | 'scorecard' | 'changes'>;
  readonly pages: Pages;
  readonly shared: string;
}

interface Sources extends DerivedOptions {
  readonly site: CatalogSite | ApartSite;
}

type Make = (c: Context, sources: Sources) => Promise<Response | undefined>;

const MAKE: Readonly<Record<Derived, Make>> = {
  async evidence(c, { site, library, pages }) {
    const envelope = await library.scorecard(site.host);
    if (envelope === undefined) return undefined;
    c.header('Cache-Control', REVALIDATED);
    const { origin, contact } = pages;
    return pages.respond(
      c,
      evidencePage({ target: site, envelope, site: origin, provenance: undefined, contact }),
    );
  },
  async 'changes.atom'(c, { site, library, pages }) {
    const feed = atomFeed(await library.changes(site.host), pages.origin, site);
    return openAnswer(c, ATOM_TYPE, REVALIDATED).body(feed);
  },
};

export async function answerDerived(
  c: Context,
  target: string,
  form: Derived,
  options: DerivedOptions,
): Promise<Response> {
  const { scorecards, library } = options;
  const host = hostOf(scorecards, target);
  const site = host === undefined ? undefined : await library.site(host);
  if (site === undefined) return c.notFound();
  const path = `${catalogPath(site.host)}/${form}`;
  if (c.req.path !== path) return c.redirect(path, 302);
  const withdrawal = await scorecards.withdrawal(site.host);
  if (withdrawal !== undefined) throw withdrawal;
  const answer = await MAKE[form](c, { ...options, site });
  if (answer === undefined) return c.notFound();
  answer.headers.set(SHARED_CACHE, options.shared);
  return answer;
}

function hostOf(scorecards: DerivedOptions['scorecards'], target: string): string | undefined {
  try {
    return scorecards.target(target).name;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
