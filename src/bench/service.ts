/** The built function over HTTP, beside the bare SDK with one empty tool in the same run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServedBlobs, serveBlobs } from '../service/testing/blobs.ts';
import { asked, type LoadCall } from '../service/testing/calls.ts';
import { type Bundle, type Bundles, makeBundles } from './bundles.ts';
import { drive } from './drive.ts';
import type { EndpointUp, EndpointUsage } from './endpoint.ts';
import type { BenchRun, Measured } from './figures.ts';
import type { First } from './first.ts';
import { median, table } from './measure.ts';
import { messageOf, start } from './processes.ts';

/** How much is done. The two are driven in turns, so that what else the machine does meets both. */
const SIZE = { starts: 10, clients: [1, 32], turns: 4, turnMs: 750, warmUpMs: 1500 };
const SMALLEST: typeof SIZE = { starts: 1, clients: [1], turns: 1, turnMs: 50, warmUpMs: 0 };

/** What is aimed at (issue: "How well"). */
const AIMS =
  'Aims: under 1,900 kB; imported, and each call answered, in at most 1.5 times the time of the bare SDK.';

/** What is measured, where, and how much of it. */
interface Bench extends Bundles {
  readonly blobs: ServedBlobs;
  readonly size: typeof SIZE;
  readonly onRow: (what: string) => void;
}

export async function measureService({ onRow, smallest }: BenchRun): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-service-'));
  await using blobs = await serveBlobs();
  try {
    onRow('the build');
    const bundles = await makeBundles(folder);
    const busy = loadavg()[0] ?? 0;
    const bench: Bench = { ...bundles, blobs, size: smallest ? SMALLEST : SIZE, onRow };
    const [starts, calls] = [await measureStarts(bench), await measureCalls(bench)];
    return {
      text: `${starts.text}\n${calls.text}\n${AIMS}\nThe store is the emulation of Netlify Blobs that the Netlify CLI has, in the process of the clients. The machine's load was
${busy.toFixed(1)} when this began.\n`,
      figures: { ...starts.figures, ...calls.figures },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The environment of the function; what it logs is not wanted here. */
function inFunction({ root }: Bundle, { context }: ServedBlobs) {
  return {
    cwd: root,
    env: { ...process.env, NETLIFY_BLOBS_CONTEXT: context },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'] as ('ignore' | 'inherit' | 'ipc')[],
  };
}

async function measureStarts({ service, bare, blobs, size, onRow }: Bench): Promise<Measured> {
  onRow(`${size.starts} starts of the function and of the bare SDK`);
  const sides = [
    { name: 'the function', bundle: service, firsts: [] as First[] },
    { name: 'the bare SDK', bundle: bare, firsts: [] },
  ];
  for (let i = 0; i < size.starts; i++) {
    for (const { bundle, firsts } of sides) {
      const child = start('./first.ts', { bundle: bundle.file }, inFunction(bundle, blobs));
      firsts.push(await messageOf<First>(child));
    }
  }
  const figures = sides.map(({ firsts }) => {
    const of = (pick: (first: First) => number) => median(firsts.map(pick));
    return [
      of((first) => first.import.wall),
      of((first) => first.import.cpu),
      of((first) => first.answer.wall),
      of((first) => first.answer.cpu),
    ];
  });
  const [own = [], other = []] = figures;
  const rows = [
    ['start', 'kB', 'import ms', 'CPU ms', 'to the first answer ms', 'CPU ms'],
    ...sides.map(({ name, bundle }, i) => [
      name,
      (bundle.bytes / 1000).toFixed(0),
      ...(figures[i] ?? []).map((ms) => ms.toFixed(0)),
    ]),
    ['x bare', '', ...own.map((ms, i) => (ms / (other[i] ?? 1)).toFixed(1))],
  ];
  const text = `${table(rows)}Medians of ${size.starts} fresh processes each, in turns; the first call lists the tools. What only audits need is in the kB, and
is not loaded.\n`;
  const times = own.map((ms, i) => ms / (other[i] ?? 1));
  return {
    text,
    figures: {
      kB: service.bytes / 1000,
      'CPU to import, x bare': times[1] ?? 0,
      'CPU to the first answer, x bare': times[3] ?? 0,
    },
  };
}

/** What is compared, on both lanes. */
function comparisons(): readonly (readonly [name: string, own: LoadCall, bare: LoadCall])[] {
  const any = () => true;
  const tool = (name: string, args: object) => asked('tools/call', { name, arguments: args }, any, name);
  const list = asked('tools/list', {}, any);
  const nothing = tool('nothing', {});
  const pairs: [string, readonly LoadCall[], readonly LoadCall[]][] = [
    ['tools/list', list, list],
    ['get_scorecard', tool('get_scorecard', { target: 'docs.demo' }), nothing],
    ['get_scorecard, a miss', tool('get_scorecard', { target: 'nosuch.example.com' }), nothing],
    ['score_cli, refused', tool('score_cli', { target: 'localhost' }), nothing],
    ['beyond the limit', list.map((call) => ({ ...call, status: 429 })), nothing],
  ];
  return pairs.flatMap(([name, own, bare]) =>
    ['2025', '2026-07-28'].flatMap((lane, i) => {
      const [first, second] = [own[i], bare[i]];
      return first === undefined || second === undefined
        ? []
        : [[`${name}, ${lane}`, takingBoth(first), takingBoth(second)] as const];
    }),
  );
}

/** As clients ask: on the older lane the bare SDK answers only clients that accept both types. */
function takingBoth(call: LoadCall): LoadCall {
  return { ...call, headers: { ...call.headers, accept: 'application/json, text/event-stream' } };
}

interface Side {
  readonly url: string;
  cpu(): Promise<number>;
  stop(): void;
}

async function serve(bundle: Bundle, blobs: ServedBlobs): Promise<Side> {
  const child = start('./endpoint.ts', { bundle: bundle.file }, inFunction(bundle, blobs));
  const { url } = await messageOf<EndpointUp>(child);
  return {
    url,
    async cpu() {
      child.send('usage');
      return (await messageOf<EndpointUsage>(child)).cpu;
    },
    stop: () => child.disconnect(),
  };
}

interface Turns {
  readonly took: number[];
  wall: number;
  cpu: number;
}

/** One turn of a side, added to what was measured of it. */
async function turn(
  side: Side,
  call: LoadCall,
  { clients, ms }: { readonly clients: number; readonly ms: number },
  sum: Turns,
): Promise<void> {
  const before = await side.cpu();
  const { took, wall } = await drive(side.url, call, { clients, ms });
  sum.cpu += (await side.cpu()) - before;
  sum.wall += wall;
  sum.took.push(...took);
}

let limited = 0;
/** The call of a client who has used up its 60 calls just now. */
async function beyondLimit(url: string, call: LoadCall): Promise<LoadCall> {
  limited += 1;
  const headers = { ...call.headers, 'x-client': `192.0.2.${limited}` };
  for (let i = 0; i < 60; i++) {
    await fetch(`${url}${call.path}`, { method: 'POST', headers, body: call.body as string }).then((one) =>
      one.text(),
    );
  }
  return { ...call, headers };
}

async function measureCalls({ service, bare, blobs, size, onRow }: Bench): Promise<Measured> {
  const found: Record<string, number> = {};
  const rows = [
    [
      'warm call',
      'clients',
      'req/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'bare req/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'x p50',
      'x CPU',
      'trips',
    ],
  ];
  const [own, other] = [await serve(service, blobs), await serve(bare, blobs)];
  try {
    for (const [name, call, bareCall] of comparisons()) {
      onRow(name);
      await drive(own.url, { ...call, status: 200 }, { clients: 4, ms: size.warmUpMs });
      await drive(other.url, bareCall, { clients: 4, ms: size.warmUpMs });
      for (const clients of size.clients) {
        const [a, b]: [Turns, Turns] = [
          { took: [], wall: 0, cpu: 0 },
          { took: [], wall: 0, cpu: 0 },
        ];
        const driven = { clients, ms: size.turnMs };
        const trips = blobs.trips();
        for (let i = 0; i < size.turns; i++) {
          await turn(own, call.status === 429 ? await beyondLimit(own.url, call) : call, driven, a);
          await turn(other, bareCall, driven, b);
        }
        const tripsEach = (blobs.trips() - trips) / a.took.length;
        const [x, y] = [figures(a), figures(b)];
        rows.push([
          name,
          String(clients),
          ...x.shown,
          ...y.shown,
          (x.p50 / y.p50).toFixed(1),
          (x.cpu / y.cpu).toFixed(1),
          tripsEach.toFixed(1),
        ]);
        found[`${name}, CPU, x bare`] = x.cpu / y.cpu;
      }
    }
  } finally {
    own.stop();
    other.stop();
  }
  return {
    text: `${table(rows)}bare: the SDK listing, or calling, one empty tool. CPU: of the serving process, each call. trips: round trips to the store, each call.\n`,
    figures: found,
  };
}

function figures({ took, wall, cpu }: Turns) {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const each = cpu / took.length;
  return {
    p50: at(0.5),
    cpu: each,
    shown: [
      ((took.length * 1000) / wall).toFixed(0),
      at(0.5).toFixed(2),
      at(0.99).toFixed(1),
      each.toFixed(2),
    ],
  };
}
