/** Snippets for one file made one: configuration of servers, and of what is written in blocks like it. Blocks are known by their indentation. */

/** A statement, and what is in it where it is a block. */
export interface Block {
  /** Comments above it. */
  readonly notes: readonly string[];
  /** Without indentation; by it two are the same. A condition of Apache is part of the rule below it. */
  readonly head: string;
  readonly body: readonly Block[];
  /** Its last line; empty for a statement of one line. */
  readonly end: string;
}

const NOTE = /^\s*(?:#|\/\/)/;
const CONDITION = /^\s*RewriteCond\s/;
const CLOSES = /^\s*(?:[})\]]|<\/)/;
const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;

/** The statements of a snippet; empty lines are left out. */
export function blocksIn(code: string): Block[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  return statements(lines);
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
      const isBlock = length > 0 || (CLOSES.test(last) && indentOf(last) === indentOf(line));
      found.push({
        notes,
        head: [...conditions, line.trim()].join('\n'),
        body: statements(lines.slice(i + 1, i + 1 + length)),
        end: isBlock ? last.trim() : '',
      });
      [notes, conditions] = [[], []];
      i += isBlock ? length + 1 : 0;
    }
  }
  return found;
}

/** What is there once, whatever it says: the one that says more stays. */
const ONCE = /^(?:try_files|sitemap:|title:|description:)/;
const IMPORT = /^import \{ (.+) \} from (.+)$/;

function isSame(one: Block, other: Block): boolean {
  const [first, second] = [ONCE.exec(one.head)?.[0], ONCE.exec(other.head)?.[0]];
  const [from, of] = [IMPORT.exec(one.head)?.[2], IMPORT.exec(other.head)?.[2]];
  return (
    one.head === other.head ||
    (first !== undefined && first === second) ||
    (from !== undefined && from === of)
  );
}

function joined(one: Block, other: Block): Block {
  const names = [one, other].flatMap(({ head }) => IMPORT.exec(head)?.[1]?.split(', ') ?? []);
  const from = IMPORT.exec(one.head)?.[2];
  const longer = other.head.length > one.head.length ? other.head : one.head;
  return {
    notes: [...new Set([...one.notes, ...other.notes])],
    head:
      from === undefined ? longer : `import { ${[...new Set(names)].toSorted().join(', ')} } from ${from}`,
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

/** The lines of a snippet, with an empty one around each block at its outermost level. */
export function printBlocks(blocks: readonly Block[], indent = '    ', depth = 0): string[] {
  const gap = indent.repeat(depth);
  return blocks.flatMap(({ notes, head, body, end }, i) => {
    const isBlock = end !== '';
    const apart = depth < 2 && i > 0 && (isBlock || blocks[i - 1]?.end !== '');
    const own = [...notes, ...head.split('\n')].map((line) => `${gap}${line}`);
    const inside = printBlocks(body, indent, depth + 1);
    return [...(apart ? [''] : []), ...own, ...inside, ...(isBlock ? [`${gap}${end}`] : [])];
  });
}
