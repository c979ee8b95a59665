/** The endpoint on audits of the demo sites, which is what most tests of it need. */
import { type ServedEndpoint, serveEndpoint } from './serve.ts';
import {
  type AuditedDemos,
  auditedDemos,
  demoLibrary,
  demoScorecards,
  type ScorecardOptions,
} from './services.ts';

/** `await using`, or its disposal, ends both. */
export interface DemoEndpoint extends AsyncDisposable {
  readonly demos: AuditedDemos;
  readonly endpoint: ServedEndpoint;
}

/** Audits the demo sites of these hosts (all where left out), and serves what was found. */
export async function serveDemoEndpoint(
  hosts?: readonly string[],
  options: ScorecardOptions = {},
): Promise<DemoEndpoint> {
  const demos = await auditedDemos(hosts);
  const endpoint = await serveEndpoint({
    library: (origin) => demoLibrary(origin, demos),
    scorecards: demoScorecards(demos, options),
  });
  return {
    demos,
    endpoint,
    async [Symbol.asyncDispose]() {
      await endpoint[Symbol.asyncDispose]();
      await demos[Symbol.asyncDispose]();
    },
  };
}
