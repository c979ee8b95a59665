/** Cursors of paginated lists: opaque to clients, without state here. */
import * as z from 'zod';
import { isRecord, parseJsonText } from '../../base/json.ts';
import { badArguments } from './tool.ts';

const cursorSchema = z.strictObject({
  /** What was asked, so that a cursor cannot be used with another question. */
  asked: z.string(),
  /** The key and the name of the last item of the page before. */
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

/** The error for a cursor that this list has not given for this question. */
export function badCursor(tool: string): Error {
  return badArguments(
    tool,
    '`cursor` is not a next_cursor of this list; leave it out to start at the first page, and keep the other arguments the same from page to page',
  );
}
