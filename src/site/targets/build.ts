/** Reads the catalog during Astro's build. This module is not bundled, so the integration and the pages share the result. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AuditError } from '../../base/errors.ts';
import { tryLock } from '../../catalog/results/lock.ts';
import { siteContact } from '../contact.ts';
import { framePages } from './frame.ts';
import { type CatalogPlace, type Passed, type PassOrder, passCatalog } from './pass.ts';
import { makerOf, type PreviousBuild, putBack, takePrevious } from './previous-build.ts';
import type { Digest } from './whole.ts';

interface Pass {
  readonly site: URL;
  readonly work: URL;
  /** The lock on this checkout, released at the end of the build or of the process. */
  readonly lock: Disposable;
  readonly previous: PreviousBuild;
  readonly order: PassOrder;
  readonly passed: Passed;
}

let pass: Pass | undefined;

/**
 * Reads the catalog and writes its files to the folder `catalog/` next to `site`, the build's output. `endPass` moves them.
 * @throws AuditError for an unreadable catalog; `io` if another build is running in this checkout
 */
export async function beginPass(site: URL, origin: string, place: CatalogPlace): Promise<void> {
  const work = new URL('../catalog/', site);
  mkdirSync(work, { recursive: true });
  pass?.lock[Symbol.dispose]();
  const lock = tryLock(fileURLToPath(new URL('.lock', work)));
  if (lock === undefined) {
    throw new AuditError('io', 'Another build is running in this checkout.', {
      hint: 'Wait for its end: two would write the same files.',
    });
  }
  using held = new DisposableStack();
  held.use(lock);
  const previous = takePrevious(site, work);
  for (const stale of ['public', 'service']) rmSync(new URL(stale, work), { recursive: true, force: true });
  const output = { dir: work.href, site: origin, maker: makerOf(siteContact()) };
  const order: PassOrder = { place, output, previous: previous.keys };
  const passed = await passCatalog(order, say);
  pass = { site, work, lock: held.move(), previous, order, passed };
}

/** @throws Error if no build has read the catalog */
export function digestOfPass(): Digest {
  if (pass === undefined) throw new Error('Only a build writes these pages: run npm start or npm run build.');
  return pass.passed.digest;
}

/** Adds the layout to the pages of targets, then moves all written files to the site and to the service's folder. */
export async function endPass(template: string): Promise<void> {
  if (pass === undefined) throw new Error('The build has not read the catalog.');
  const { site, work, previous, order } = pass;
  let { passed } = pass;
  const mark = createHash('sha256').update(template).digest('base64url');
  const areOthersKept = passed.written.length < Object.keys(passed.keys).length;
  // Pages kept from the previous build have its layout. If the layout has changed since, write all pages again.
  if (areOthersKept && previous.template !== mark)
    passed = await passCatalog({ ...order, previous: {} }, say);
  framePages(work, template, passed.written);
  putBack(site, work, { template: mark, keys: passed.keys });
  const service = new URL('../service/', site);
  for (const stale of ['changes', 'records'])
    rmSync(new URL(stale, service), { recursive: true, force: true });
  moveInto(new URL('public/', work), site);
  moveInto(new URL('service/', work), service);
  pass.lock[Symbol.dispose]();
}

/** Moves all files of a folder to the same places below another folder. */
function moveInto(from: URL, to: URL): void {
  const [source, target] = [fileURLToPath(from), fileURLToPath(to)];
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const place = join(target, file.slice(source.length));
    mkdirSync(dirname(place), { recursive: true });
    renameSync(file, place);
  }
}

function say(progress: string): void {
  process.stderr.write(`Reading the catalog: ${progress}\n`);
}
