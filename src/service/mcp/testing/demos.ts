/** Serves the MCP endpoint with audits of the demo sites. */
import { type ServedEndpoint, serveEndpoint } from './serve.ts';
import {
  type AuditedDemos,
  auditedDemos,
  demoLibrary,
  demoScorecards,
  type ScorecardOptions,
} from './services.ts';

/** The endpoint and its demo sites, which `await using` stops. */
export interface DemoEndpoint extends AsyncDisposable {
  readonly demos: AuditedDemos;
  readonly endpoint: ServedEndpoint;
}

/** Audits the demo sites with these hosts (by default all), and serves the results. */
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
