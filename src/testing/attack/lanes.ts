/** Several audits at a time, each lane with its own process of hostile sites, so that none waits for what another site does. */
import { attackCli, type CliAttack } from './cli-run.ts';
import { type Hosting, startHosting } from './hosting.ts';
import type { Report } from './report.ts';
import { type AttackedService, startService } from './service-run.ts';
import { type AttackSite, isHeldUp } from './site.ts';

/** Deadlines of an audit, in milliseconds. */
export interface Deadlines {
  /** Where only the deadline may end it. */
  readonly short: number;
  /** Where it ends by itself, however busy the machine is. */
  readonly long: number;
}

/** By the command line, or by a service. */
export interface Lane extends AsyncDisposable {
  attack(site: AttackSite): Promise<Report & { readonly deadlineMs: number }>;
}

export async function cliLane(deadlines: () => Deadlines, output?: CliAttack['output']): Promise<Lane> {
  const hosting = await startHosting();
  return {
    attack: (site) =>
      attacked(hosting, site, deadlines, (url, deadlineMs) =>
        attackCli(url, { deadlineMs, ...(output === undefined ? {} : { output }) }),
      ),
    [Symbol.asyncDispose]: () => hosting[Symbol.asyncDispose](),
  };
}

/** @param site the folder of the built site */
export async function serviceLane(
  deadlines: () => Deadlines,
  site: string,
): Promise<Lane & Pick<AttackedService, 'health'>> {
  const [hosting, service] = await Promise.all([startHosting(), startService(site)]);
  return {
    health: () => service.health(),
    attack: (one) => attacked(hosting, one, deadlines, (url, deadlineMs) => service.attack(url, deadlineMs)),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await hosting[Symbol.asyncDispose]();
    },
  };
}

async function attacked(
  hosting: Hosting,
  site: AttackSite,
  deadlines: () => Deadlines,
  attack: (url: string, deadlineMs: number) => Promise<Report>,
) {
  const hosted = await hosting.serve(site.name);
  const { short, long } = deadlines();
  const deadlineMs = Math.round(isHeldUp(site.expects) ? short : long);
  const report = await attack(hosted.url, deadlineMs);
  const left = [...report.left, ...(await hosted.stop())];
  return { ...report, left, deadlineMs };
}

/** Lanes for as many users at a time as there are lanes. */
export class Lanes<L extends Lane> implements AsyncDisposable {
  readonly #all: readonly L[];
  readonly #free: L[];
  readonly #waiting: ((lane: L) => void)[] = [];

  constructor(all: readonly L[]) {
    this.#all = all;
    this.#free = [...all];
  }

  async use<T>(work: (lane: L) => Promise<T>): Promise<T> {
    const lane = this.#free.pop() ?? (await new Promise<L>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(lane);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(lane);
      else next(lane);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((lane) => lane[Symbol.asyncDispose]()));
  }
}
