/** The attributes of an element that checks read. */
import { decodeValue } from './html-tree/character-references.ts';
import type { Attributes, TreeElement } from './html-tree/tree.ts';

/** What is asked for of an element, by name. */
export type ReadAttributes = Readonly<Record<string, string | undefined>>;

/** Addresses and prose. A longer value is not looked at: it is no address, and nobody's description of a page. */
const LONG = 'alt content href src'.split(' ');
const MAX_LONG = 8 * 1024;
/** Names and lists of names; of a longer list the beginning counts. */
const SHORT = 'hidden hreflang name rel role toolname type'.split(' ');
const MAX_SHORT = 256;

const NONE: ReadAttributes = {};

/**
 * Makes a reader of attributes for one page. An element of formatting that is closed in the wrong order is made anew in
 * each paragraph, with the attributes of the first: what is read of them is read once.
 */
export function attributeReader(): (element: TreeElement) => ReadAttributes {
  const known = new Map<Attributes, ReadAttributes>();
  return (element) => {
    const { attributes, more } = element;
    if (attributes.size === 0 && more === undefined) return NONE;
    if (more !== undefined) return readAll(element);
    const read = known.get(attributes) ?? readAll(element);
    known.set(attributes, read);
    return read;
  };
}

function readAll(element: TreeElement): ReadAttributes {
  const read: Record<string, string | undefined> = {};
  for (const name of LONG) {
    const raw = rawOf(element, name);
    if (raw !== undefined) read[name] = raw.length > MAX_LONG ? undefined : decodeValue(raw);
  }
  for (const name of SHORT) {
    const raw = rawOf(element, name);
    if (raw !== undefined) read[name] = decodeValue(raw.slice(0, MAX_SHORT));
  }
  return read;
}

/** Links in SVG have a name of their own for `href`, which is still in use (SVG 2, section 16.1.6). */
function rawOf({ namespace, attributes, more }: TreeElement, name: string): string | undefined {
  const older = namespace === 'svg' && name === 'href' ? attributes.get('xlink:href') : undefined;
  return attributes.get(name) ?? older ?? more?.get(name);
}
