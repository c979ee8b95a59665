/** Loads the function's bundle in a separate process, as the platform does. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLE } from '../deploy.ts';

/** The code of the function's process, which loads the bundle as Netlify does and responds to messages. */
const RUNNER = `
const { handle } = await import('./dist/service/${BUNDLE}');
process.on('message', async ({ path, init, ip, deploy }) => {
  const later = [];
  const answer = await handle(new Request('https://catalog.example' + path, init), { ip, deploy, waitUntil: (work) => later.push(work) });
  const text = await answer.text();
  await Promise.all(later);
  process.send({ status: answer.status, text, later: later.length });
});
process.send('up');
`;

interface DeployContext {
  readonly context: string;
  readonly published: boolean;
}

const PRODUCTION: DeployContext = { context: 'production', published: true };

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** The number of promises passed to `waitUntil`. */
  readonly later: number;
}

export interface DeployedFunction extends Disposable {
  /**
   * Sends a request. Callers must wait for the response before they send another request.
   * @param deploy the platform's description of the called deploy
   */
  ask(path: string, init?: object, deploy?: DeployContext): Promise<Answered>;
}

/** Starts an instance in `root`, which contains `dist/site` and `dist/service` but no packages. */
export async function startFunction(
  root: string,
  env: Readonly<Record<string, string>>,
): Promise<DeployedFunction> {
  await writeFile(join(root, 'runner.mjs'), RUNNER);
  const child = fork(join(root, 'runner.mjs'), {
    cwd: root,
    execArgv: [],
    env: { PATH: process.env.PATH, AUDIT_NETWORK: 'any', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    async ask(path, init = {}, deploy = PRODUCTION) {
      child.send({ path, init, ip: '192.0.2.7', deploy });
      const [answer] = await once(child, 'message');
      return answer as Answered;
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}

/** Returns a request that calls an MCP tool. */
export function toolCall(name: string, args: object): object {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  };
}
