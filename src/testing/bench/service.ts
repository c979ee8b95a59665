/** The built function next to the bare SDK with one empty tool in the same run: import, first response, calls over HTTP. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import { BUNDLE } from '../../app/deploy.ts';
import { serveBlobs } from '../../service/testing/blobs.ts';
import { QUICK_BUILTINS } from '../../site/command-line/bundle.ts';
import type { EndpointOrder, EndpointUp, EndpointUsage } from './endpoint.ts';
import type { BenchRun, Figures, Measured } from './figures.ts';
import { median, messageOf, start } from './measure.ts';
import { buildProject, copyProject } from './projects.ts';
import { auditedDemos } from './synthetic.ts';

/** Both sides take turns, so other work on the machine slows both. */
const SIZE = { starts: 10, clients: 32, turns: 4, turnMs: 750, warmUpMs: 1500 };
const SMALLEST: typeof SIZE = { starts: 1, clients: 1, turns: 1, turnMs: 50, warmUpMs: 0 };

const AIMS =
  'Aims, times the bare SDK: at most 1.5 to import, 2.0 to the first response, and 1.0 for each later one.';

interface Bundle {
  readonly file: string;
  readonly root: string;
}

export async function measureService({ onRow, smallest }: BenchRun): Promise<Measured> {
  const size = smallest ? SMALLEST : SIZE;
  const folder = await mkdtemp(join(tmpdir(), 'bench-service-'));
  await using blobs = await serveBlobs();
  try {
    onRow('the build');
    const bundles = await makeBundles(folder);
    // Discards the function's log.
    const serve = ({ file, root }: Bundle) =>
      start('./endpoint.ts', { bundle: file } satisfies EndpointOrder, {
        cwd: root,
        env: { ...process.env, NETLIFY_BLOBS_CONTEXT: blobs.context },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
    onRow(`${size.starts} starts, and calls`);
    const starts = await measureStarts(bundles, serve, size.starts);
    const calls = await measureCalls(bundles, serve, size);
    const figures = { kB: (await scriptBytes(dirname(bundles.service.file))) / 1000, ...starts, ...calls };
    const text = `${AIMS}\nCPU: of the serving process. Starts: medians of ${size.starts} processes. Calls: ${size.clients} clients. The store is the Netlify
CLI's emulation of Netlify Blobs, in the clients' process.\n`;
    return { text, figures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the site with the demo sites as its catalog, the function, and the bare SDK. */
async function makeBundles(folder: string): Promise<{ service: Bundle; bare: Bundle }> {
  const catalog = join(folder, 'catalog');
  await auditedDemos(catalog);
  const project = await copyProject(join(folder, 'project'));
  await buildProject(project, { CATALOG_RESULTS: catalog });
  const bare = { file: join(folder, 'bare/bare.mjs'), root: join(folder, 'bare') };
  await mkdir(bare.root);
  await build({
    input: join(import.meta.dirname, 'bare-mcp.ts'),
    platform: 'node',
    transform: { target: 'node24' },
    plugins: [QUICK_BUILTINS],
    logLevel: 'warn',
    output: { file: bare.file, format: 'esm', codeSplitting: false, minify: true },
  });
  return { service: { file: join(project, 'dist/service', BUNDLE), root: project }, bare };
}

async function scriptBytes(folder: string): Promise<number> {
  const scripts = (await readdir(folder)).filter((one) => one.endsWith('.mjs'));
  const sizes = await Promise.all(scripts.map(async (one) => (await stat(join(folder, one))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

type Serve = (bundle: Bundle) => ChildProcess;
type Bundles = Awaited<ReturnType<typeof makeBundles>>;

/** Starts both sides in turns; returns the medians of one side's starts over the other's. */
async function measureStarts({ service, bare }: Bundles, serve: Serve, starts: number): Promise<Figures> {
  const ups: [own: EndpointUp, bare: EndpointUp][] = [];
  for (let i = 0; i < starts; i++) ups.push([await startOnce(serve(service)), await startOnce(serve(bare))]);
  const times = (of: (up: EndpointUp) => number) =>
    median(ups.map(([own]) => of(own))) / median(ups.map(([, other]) => of(other)));
  return {
    'CPU to import, x bare': times((up) => up.importCpu),
    'CPU to the first response, x bare': times((up) => up.firstCpu),
  };
}

async function startOnce(child: ChildProcess): Promise<EndpointUp> {
  const up = await messageOf<EndpointUp>(child);
  child.disconnect();
  return up;
}

const LANES = ['2025', '2026-07-28'] as const;

interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function listTools(lane: (typeof LANES)[number]): Call {
  const method = 'tools/list';
  // On the older lane the bare SDK requires both types.
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const message = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
  if (lane === '2025') return { headers, body: message({}) };
  const io = 'io.modelcontextprotocol';
  const _meta = {
    [`${io}/protocolVersion`]: lane,
    [`${io}/clientInfo`]: { name: 'bench', version: '1.0.0' },
    [`${io}/clientCapabilities`]: {},
  };
  return {
    headers: { ...headers, 'mcp-protocol-version': lane, 'mcp-method': method },
    body: message({ _meta }),
  };
}

/** Sends `call` from `clients` at once for `ms` milliseconds; returns the number of responses. */
async function drive(url: string, { headers, body }: Call, clients: number, ms: number): Promise<number> {
  let responses = 0;
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < ms) {
      const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
      await response.bytes();
      if (!response.ok) throw new Error(`${body}: ${response.status}`);
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return responses;
}

async function measureCalls(bundles: Bundles, serve: Serve, size: typeof SIZE): Promise<Figures> {
  const figures: Record<string, number> = {};
  const children = [serve(bundles.service), serve(bundles.bare)] as const;
  try {
    const sides = await Promise.all(
      children.map(async (child) => {
        const { url } = await messageOf<EndpointUp>(child);
        return { child, url, cpu: 0, responses: 0 };
      }),
    );
    for (const lane of LANES) {
      const call = listTools(lane);
      for (const { url } of sides) await drive(url, call, size.clients, size.warmUpMs);
      for (let turn = 0; turn < size.turns; turn++) {
        for (const side of sides) {
          const before = await cpuOf(side.child);
          side.responses += await drive(side.url, call, size.clients, size.turnMs);
          side.cpu += (await cpuOf(side.child)) - before;
        }
      }
      const [own = 0, bare = 1] = sides.map(({ cpu, responses }) => cpu / responses);
      figures[`tools/list, ${lane}, CPU, x bare`] = own / bare;
      for (const side of sides) Object.assign(side, { cpu: 0, responses: 0 });
    }
  } finally {
    for (const child of children) child.disconnect();
  }
  return figures;
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('usage');
  return (await messageOf<EndpointUsage>(child)).cpu;
}
