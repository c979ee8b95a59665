/** Cursors of paginated lists: opaque to clients, without state here. */
import * as z from 'zod';
import { isRecord, parseJsonText } from '../parse/json.ts';
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
    'cursor: not a next_cursor of this list; leave it out to start at the first page, and keep the other arguments the same from page to page',
  );
}

interface Wanted {
  /** Of the tool. */
  readonly name: string;
  /** What else was asked. */
  readonly asked: string;
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface CursorPage<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; `undefined` on the last. */
  readonly next: string | undefined;
}

/**
 * A page of a list that only a deployment changes.
 *
 * @throws ProtocolError `InvalidParams` for a cursor that is none of this list
 */
export function pageById<T extends { readonly id: string }>(
  all: readonly T[],
  { name, asked, cursor, limit }: Wanted,
): CursorPage<T> {
  const start = cursor === undefined ? 0 : 1 + indexAfter(all, cursor, { name, asked });
  const items = all.slice(start, start + limit);
  const last = items.at(-1);
  const more = last !== undefined && start + items.length < all.length;
  return { items, next: more ? encodeCursor({ asked, after: [last.id, ''] }) : undefined };
}

function indexAfter(
  all: readonly { readonly id: string }[],
  cursor: string,
  { name, asked }: Pick<Wanted, 'name' | 'asked'>,
): number {
  const decoded = decodeCursor(cursor);
  const index = decoded?.asked === asked ? all.findIndex(({ id }) => id === decoded.after[0]) : -1;
  if (index < 0) throw badCursor(name);
  return index;
}
