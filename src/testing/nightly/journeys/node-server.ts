/** A server of Node in one file, with a folder of static files, an API and an MCP server. */
import { join } from 'node:path';
import { run, serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';
import { mergeJs } from './merge-js.ts';
import { NO_RESOURCES, OPENAPI, PAGE } from './orders.ts';

interface NodeServer {
  readonly name: string;
  /** The text of `server.js`. */
  readonly server: string;
  readonly manifest: object;
  /** What npm installs; nothing where the nightly packages have it. */
  readonly packages?: readonly string[];
  /** The names that guides have for its file. */
  readonly file?: RegExp;
}

export const nodeServer = ({
  name,
  server,
  manifest,
  packages = [],
  file = /^server\.(?:m?js|ts)$/,
}: NodeServer): Journey => ({
  name,
  publicFolder: 'public',
  stepwise: true,
  exceptions: NO_RESOURCES,
  make: async (folder) => {
    await writeIn(folder, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
    if (packages.length > 0) {
      const args = ['install', '--no-audit', '--no-fund', ...packages];
      await run({ command: 'npm', args, cwd: folder });
    }
    await writeIn(folder, 'server.js', server);
    await writeIn(folder, 'public/index.html', PAGE);
    await writeIn(folder, 'public/openapi.json', OPENAPI);
  },
  fileFor: (asked) => (file.test(asked) ? 'server.js' : asked),
  merge: (path, present, block) =>
    path.endsWith('.html') ? mergeHtml(present, block) : mergeJs(present, block),
  unnamed: ({ language }) => (language === 'html' ? 'public/index.html' : undefined),
  start: (folder, port) =>
    serve(`http://127.0.0.1:${port}`, {
      command: process.execPath,
      args: [join(folder, 'server.js')],
      env: { PORT: String(port) },
      cwd: folder,
    }),
});
