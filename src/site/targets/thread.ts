/** A thread that sees chunks of the catalog, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Chunk, seeChunk } from './chunk.ts';
import { type CatalogPlace, openSource } from './source.ts';
import { workedOf } from './worked.ts';
import { type TargetOutput, TargetWriter } from './write.ts';

/** What a thread is started with. */
export interface ThreadOrder {
  readonly place: CatalogPlace;
  readonly output: TargetOutput;
}

const { place, output } = workerData as ThreadOrder;
const source = await openSource(place);
const writer = await TargetWriter.open(source, output);
parentPort?.on('message', (chunk: Chunk) => {
  // What is not answered ends the thread, which is told of.
  void workedOf(seeChunk(source, writer, chunk)).then((answer) => parentPort?.postMessage(answer));
});
