import * as z from 'zod';
import { isRecord, parseJsonText } from '../../base/json.ts';
import { badArguments } from './tool.ts';

const cursorSchema = z.strictObject({
  /** The query that the cursor belongs to; a cursor cannot be used with another query. */
  asked: z.string(),
  /** The sort key and the name of the previous page's last item. */
  after: z.tuple([z.union([z.string(), z.number()]), z.string()]),
});

export type Cursor = z.infer<typeof cursorSchema>;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Decodes a cursor; returns `undefined` for text that `encodeCursor` did not create. */
export function decodeCursor(text: string): Cursor | undefined {
  const parsed = parseJsonText(Buffer.from(text, 'base64url').toString());
  if (!parsed.ok || !isRecord(parsed.value)) return undefined;
  return cursorSchema.safeParse(parsed.value).data;
}

/** Returns the error for a cursor that does not belong to this list and query. */
export function badCursor(tool: string): Error {
  return badArguments(
    tool,
    '`cursor` is not a next_cursor of this list; leave it out to start at the first page, and keep the other arguments the same from page to page',
  );
}
