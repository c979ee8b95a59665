/** Cursors of paginated lists: opaque to clients, without state here. */
import * as z from 'zod';
import { isRecord, parseJsonText } from '../parse/json.ts';

const cursorSchema = z.strictObject({
  /** What was asked, so that a cursor cannot be used with another question. */
  asked: z.string(),
  /** The key and the host of the last item of the page before. */
  after: z.tuple([z.union([z.string(), z.number()]), z.string()]),
});

export type Cursor = z.infer<typeof cursorSchema>;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** `undefined` for what `encodeCursor` has not made. */
export function decodeCursor(text: string): Cursor | undefined {
  const parsed = parseJsonText(Buffer.from(text, 'base64url').toString());
  if (!parsed.ok || !isRecord(parsed.value)) return undefined;
  return cursorSchema.safeParse(parsed.value).data;
}
