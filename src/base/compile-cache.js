/**
 * Loaded first: from the second start on, Node reads compiled code from a folder and does not load its TypeScript compiler,
 * which takes longer than Node's own start. V8 runs that code unchecked, so only the caller may be able to write to the
 * folder. Node's own default is a folder that all users of the machine share.
 *
 * JavaScript without imports: there is no compiled code yet, and a Node version that is too old must reach its error.
 */
keepCompiledCode();

function keepCompiledCode() {
  const { env, platform, getBuiltinModule } = process;
  // A folder that the caller names is used by Node itself.
  if (env.NODE_COMPILE_CACHE || getBuiltinModule === undefined) return;
  try {
    const home = getBuiltinModule('node:os').homedir();
    const caches = { win32: 'AppData/Local', darwin: 'Library/Caches' }[platform] ?? '.cache';
    const folder = ownFolder(`${home}/${caches}/audit-for-agents/compiled`, home);
    getBuiltinModule('node:module').enableCompileCache(folder);
    // For the audit processes.
    env.NODE_COMPILE_CACHE = folder;
  } catch {
    // Without such a folder nothing is cached, and every start compiles.
  }
}

/**
 * Returns the path of a folder of the caller's own without links; creates it if missing. Links are resolved here rather than
 * by Node, and no user but the caller and root can replace any of its parents.
 *
 * @param {string} path absolute
 * @param {string} home missing folders are created only below it
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
    // Windows separates users' folders by other means.
    if (user !== undefined && facts.uid !== user && facts.uid !== 0)
      throw new Error(`${at} is of user ${facts.uid}`);
    if (facts.isSymbolicLink()) return real(realpathSync(at));
    // In a sticky folder everyone may write, but only owners can replace their files.
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
