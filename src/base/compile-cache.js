/**
 * Enables Node's compile cache. From the second start on, Node reads compiled code from the cache folder and does not load
 * its TypeScript compiler, which takes longer than Node's own start. V8 runs cached code unchecked, so only the current user
 * may have access to the folder. Node's default folder is shared by all users of the machine.
 *
 * This file is JavaScript without imports, because it runs before the cache exists and on unsupported Node versions, too.
 */
keepCompiledCode();

function keepCompiledCode() {
  const { env, platform, getBuiltinModule } = process;
  // If `NODE_COMPILE_CACHE` is set, Node has already enabled the cache.
  if (env.NODE_COMPILE_CACHE || getBuiltinModule === undefined) return;
  try {
    const home = getBuiltinModule('node:os').homedir();
    const caches = { win32: 'AppData/Local', darwin: 'Library/Caches' }[platform] ?? '.cache';
    const folder = ownFolder(`${home}/${caches}/audit-for-agents/compiled`, home);
    getBuiltinModule('node:module').enableCompileCache(folder);
    // Passes the folder on to the child processes that run audits.
    env.NODE_COMPILE_CACHE = folder;
  } catch {
    // Without a private folder, nothing is cached and every start compiles the code.
  }
}

/**
 * Returns the real path of a folder that only the current user can access, and creates the folder if it is missing. Throws if
 * anyone but the current user and root could replace a parent folder, so links are resolved one parent at a time.
 * @param {string} path the absolute path
 * @param {string} home the home directory; missing folders are created only below it
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
    // Windows protects users' folders by access control lists, which this function does not check.
    if (user !== undefined && facts.uid !== user && facts.uid !== 0)
      throw new Error(`${at} belongs to user ${facts.uid}`);
    if (facts.isSymbolicLink()) return real(realpathSync(at));
    // In a folder with the sticky bit, everyone may write, but only a file's owner can replace the file.
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
