/** A thread that sees a part of the catalog. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CatalogPart, type Seen, seePart } from './part.ts';
import type { ThreadMessage } from './see.ts';

/** Targets that are told of together. */
const TOGETHER = 50;

const say = (told: ThreadMessage) => parentPort?.postMessage(told);
let seen: Seen[] = [];
const flush = () => {
  say({ seen });
  seen = [];
};
const visited = await seePart(workerData as CatalogPart, (one) => {
  if (seen.push(one) === TOGETHER) flush();
});
flush();
say({ visited });
