/** Snippets for one file made one: configuration, and what is written in blocks like it. Blocks are known by their indentation. */

/** A statement, and what is in it where it is a block. */
export interface Block {
  /** Comments above it. */
  readonly notes: readonly string[];
  /** Without indentation; by it two are the same. A condition of Apache is part of the rule below it. */
  readonly head: string;
  readonly body: readonly Block[];
  /** The line that ends it; empty where none does. */
  readonly end: string;
}

const NOTE = /^\s*(?:#|\/\/)/;
const CONDITION = /^\s*RewriteCond\s/;
const CLOSES = /^\s*(?:[})\]]|<\/)/;
/** The name of a table in TOML: what is below is in it. */
const TABLE = /^\[[\w.]+\]$/;
const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;

/** The statements of a snippet; empty lines are left out. */
export function blocksIn(code: string): Block[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  const table = lines.findIndex((line) => TABLE.test(line));
  return statements(
    lines.map((line, i) => (table < 0 || i < table || TABLE.test(line) ? line : `  ${line}`)),
  );
}

function statements(lines: readonly string[]): Block[] {
  const found: Block[] = [];
  let notes: string[] = [];
  let conditions: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (NOTE.test(line)) notes.push(line.trim());
    else if (CONDITION.test(line)) conditions.push(line.trim());
    else {
      const after = lines.slice(i + 1).findIndex((next) => indentOf(next) <= indentOf(line));
      const length = after < 0 ? lines.length - i - 1 : after;
      const last = lines[i + 1 + length] ?? '';
      const closes = CLOSES.test(last) && indentOf(last) === indentOf(line);
      found.push({
        notes,
        head: [...conditions, line.trim()].join('\n'),
        body: statements(lines.slice(i + 1, i + 1 + length)),
        end: closes ? last.trim() : '',
      });
      [notes, conditions] = [[], []];
      i += length + (closes ? 1 : 0);
    }
  }
  return found;
}

/** What is there once, whatever it says: the one that says more stays. */
const ONCE = /^(?:try_files|(?:sitemap|title|description|baseURL)(?::| =))/;
/** What holds a list, of which there is one: names that are imported or taken from an argument, values of a key in TOML. */
const LIST = /^(import \{ |async \w{1,40}\(\{ |\w{1,40} = \[)([^\]}]+)(\} from [^;]+|\}\) \{|\])(;?)$/;

const onceOf = ({ head }: Block) => ONCE.exec(head)?.[0];
const listOf = ({ head }: Block) => {
  const [, begin, items = '', end] = LIST.exec(head) ?? [];
  return begin === undefined ? undefined : { name: `${begin}${end}`, items: items.trim().split(', ') };
};

function isSame(one: Block, other: Block): boolean {
  if (one.head === other.head) return true;
  const [once, list] = [onceOf(one), listOf(one)?.name];
  return (
    (once !== undefined && once === onceOf(other)) || (list !== undefined && list === listOf(other)?.name)
  );
}

function joined(one: Block, other: Block): Block {
  const items = [...new Set([one, other].flatMap((block) => listOf(block)?.items ?? []))].join(', ');
  const longer = other.head.length > one.head.length ? other.head : one.head;
  return {
    notes: [...new Set([...one.notes, ...other.notes])],
    head: longer.replace(LIST, (_, begin, __, end: string, semicolon) =>
      [begin, items, end.startsWith('}') ? ' ' : '', end, semicolon].join(''),
    ),
    body: mergeBlocks(one.body, other.body),
    end: one.end,
  };
}

/** Both in one: what both have is there once, and each keeps its order. */
export function mergeBlocks(all: readonly Block[], more: readonly Block[]): Block[] {
  const merged = [...all];
  let before = merged.length;
  for (const block of more.toReversed()) {
    const at = merged.findIndex((one) => isSame(one, block));
    const there = merged[at];
    if (there === undefined) merged.splice(before, 0, block);
    else {
      merged[at] = joined(there, block);
      before = at;
    }
  }
  return merged;
}

const isBlock = ({ body, end }: Block) => end !== '' || body.length > 0;

/** The lines of a snippet, with an empty one around each block at its outer levels. */
export function printBlocks(blocks: readonly Block[], indent = '  ', depth = 0): string[] {
  const gap = indent.repeat(depth);
  return blocks.flatMap((block, i) => {
    const before = blocks[i - 1];
    const apart = depth < 2 && before !== undefined && (isBlock(block) || isBlock(before));
    const own = [...block.notes, ...block.head.split('\n')].map((line) => `${gap}${line}`);
    const inside = printBlocks(block.body, indent, TABLE.test(block.head) ? depth : depth + 1);
    return [...(apart ? [''] : []), ...own, ...inside, ...(block.end === '' ? [] : [`${gap}${block.end}`])];
  });
}
