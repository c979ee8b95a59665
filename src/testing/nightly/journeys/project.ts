/** The folder of a journey's project: made once, and as it was made at the begin of every journey. */
import { cp, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { file } from '../process.ts';

/** Below the packages of nightly tests, which projects without packages of their own import. */
const JOURNEYS = file('node_modules/.journeys');

interface Made {
  readonly name: string;
  readonly make: (folder: string) => Promise<void>;
}

/** The project as it was made; installed packages stay from one journey to the next. */
export async function projectOf({ name, make }: Made): Promise<string> {
  await mkdir(join(JOURNEYS, name, 'project'), { recursive: true });
  // The command line writes through no link that leads out of a project.
  const root = await realpath(join(JOURNEYS, name));
  const [made, folder] = [join(root, 'made'), join(root, 'project')];
  if (!(await isThere(made))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await make(folder);
    const draft = `${made}-draft`;
    await rm(draft, { recursive: true, force: true });
    await cp(folder, draft, { recursive: true, filter: (from) => from !== join(folder, 'node_modules') });
    await rename(draft, made);
    return folder;
  }
  for (const entry of await readdir(folder)) {
    if (entry !== 'node_modules') await rm(join(folder, entry), { recursive: true, force: true });
  }
  await cp(made, folder, { recursive: true });
  return folder;
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
