/** Adds the layout to pages that were written without it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isMissing } from '../../base/files.ts';
import { frameOf } from '../../report/html/template.ts';

/** The size of the file header of a page without layout, in bytes. It holds the lengths of the head and the main content. */
const HEAD_BYTES = 8;

export function packSlots(slots: readonly Buffer[]): Buffer {
  const lengths = Buffer.alloc(HEAD_BYTES);
  lengths.writeUInt32BE(slots[0]?.length ?? 0, 0);
  lengths.writeUInt32BE(slots[1]?.length ?? 0, 4);
  return Buffer.concat([lengths, ...slots]);
}

export function framePages(dir: URL, template: string, hosts: Iterable<string>): void {
  const frame = frameOf(template).map((text) => Buffer.from(text));
  for (const host of hosts) {
    for (const path of [`score/${host}.html`, `score/${host}/evidence.html`]) {
      const file = new URL(path, dir);
      const packed = bytesOf(file);
      if (packed === undefined) continue;
      const main = HEAD_BYTES + packed.readUInt32BE(0);
      const formats = main + packed.readUInt32BE(4);
      const slots = [
        packed.subarray(HEAD_BYTES, main),
        packed.subarray(main, formats),
        packed.subarray(formats),
      ];
      writeFileSync(file, Buffer.concat(frame.flatMap((piece, i) => [piece, slots[i] ?? Buffer.alloc(0)])));
    }
  }
}

/** Returns the file's content; `undefined` if it is missing, because only targets with recordings have an evidence page. */
function bytesOf(file: URL): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
