/** Keeps fast tests fast: a fast test that starts a process fails with a hint to rename it. */
import child_process from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

function refuse(): never {
  throw new Error('This test starts a process: its file should be called *.slow.test.ts.');
}

Object.assign(child_process, {
  exec: refuse,
  execFile: refuse,
  execFileSync: refuse,
  execSync: refuse,
  fork: refuse,
  spawn: refuse,
  spawnSync: refuse,
});
syncBuiltinESMExports();
