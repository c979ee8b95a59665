/**
 * Loaded before all else: from the second start on, Node takes what it has compiled from a folder, and does not load its
 * compiler of TypeScript, which takes longer than Node's start. V8 runs what it finds there unseen, so that the folder is one
 * into which nobody but the caller can put anything. Node's own default is a folder that all users of the machine share.
 *
 * JavaScript without imports: whoever loads this has no compiled code yet, and a Node that is too old has to get to its error.
 */
keepCompiledCode();

function keepCompiledCode() {
  const { env, platform, getBuiltinModule } = process;
  // What the caller names, Node uses from its start on.
  if (env.NODE_COMPILE_CACHE || getBuiltinModule === undefined) return;
  try {
    const home = getBuiltinModule('node:os').homedir();
    const caches = { win32: 'AppData/Local', darwin: 'Library/Caches' }[platform] ?? '.cache';
    const folder = ownFolder(`${home}/${caches}/audit-for-agents/compiled`, home);
    getBuiltinModule('node:module').enableCompileCache(folder);
    // For the processes that audit.
    env.NODE_COMPILE_CACHE = folder;
  } catch {
    // Without such a folder nothing is kept, and every start compiles.
  }
}

/**
 * The path of a folder of the caller's own without any links, made where it is missing. Links are followed here and not by
 * Node, and of all that it is in nobody but the caller and root can take anything away.
 *
 * @param {string} path absolute
 * @param {string} home what is missing is made only below it
 * @returns {string}
 */
function ownFolder(path, home) {
  const { lstatSync, mkdirSync, realpathSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname, join } = process.getBuiltinModule('node:path');
  const user = process.geteuid?.();
  const real = (/** @type {string} */ place) => {
    const at = dirname(place) === place ? place : join(real(dirname(place)), basename(place));
    if (lstatSync(at, { throwIfNoEntry: false }) === undefined && place.length > home.length)
      mkdirSync(at, { mode: 0o700 });
    const facts = lstatSync(at);
    // Windows keeps the folders of users apart by other means than these.
    if (user !== undefined && facts.uid !== user && facts.uid !== 0)
      throw new Error(`${at} is of user ${facts.uid}`);
    if (facts.isSymbolicLink()) return real(realpathSync(at));
    // In a folder that is sticky everyone may write, but nobody can touch what is another's.
    if (user !== undefined && (facts.mode & 0o022) !== 0 && (facts.mode & 0o1000) === 0)
      throw new Error(`others may write to ${at}`);
    return at;
  };
  const folder = real(path);
  const { uid, mode } = lstatSync(folder);
  if (user !== undefined && (uid !== user || (mode & 0o077) !== 0))
    throw new Error(`${folder} is not private`);
  return folder;
}
