/** A process of the bench: loads a bundle and has it answer one request, as the first call of an instance does. */
import { pathToFileURL } from 'node:url';
import type { EndpointOrder, Handle } from './endpoint.ts';

/** What it says. All is in milliseconds; cpu is processor time. */
export interface First {
  readonly import: { readonly wall: number; readonly cpu: number };
  /** From the start of the import to the end of the first answer. */
  readonly answer: { readonly wall: number; readonly cpu: number };
}

const { bundle } = JSON.parse(process.argv[2] ?? '{}') as EndpointOrder;
const request = new Request('http://127.0.0.1/mcp', {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
});
const before = process.cpuUsage();
const began = performance.now();

function spent() {
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - began, cpu: (user + system) / 1000 };
}

const { handle } = (await import(pathToFileURL(bundle).href)) as { handle: Handle };
const imported = spent();
const response = await handle(request, { ip: '192.0.2.1', waitUntil: () => undefined });
if (response.status !== 200) throw new Error(`The first answer is ${response.status}.`);
await response.text();
process.send?.({ import: imported, answer: spent() } satisfies First);
process.disconnect();
