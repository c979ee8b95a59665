/** What is known of another tool's checks, and how they stand to ours. Data in this shape; every text is our own words. */
import type { CheckId } from '../../catalogue/index.ts';
import type { Status } from '../../catalogue/vocabulary.ts';
import type { OtherVerdict } from '../../parse/other-report.ts';

export const TOOL_IDS = ['lighthouse', 'afdocs', 'isitagentready', 'agent-ready'] as const;
export type ToolId = (typeof TOOL_IDS)[number];

/** How much their check looks at, beside ours. */
export type Scope = 'same' | 'wider' | 'narrower';

/** Which of the two asks more of a site; `unknown` where what they ask is not published in enough detail. */
export type Stricter = 'ours' | 'theirs' | 'neither' | 'unknown';

/** Two verdicts that are known to meet on one site, and why. */
export interface KnownCase {
  readonly ours: readonly Status[];
  readonly theirs: readonly OtherVerdict[];
  /** One sentence. */
  readonly why: string;
}

/** One of our checks that corresponds to one of theirs. */
export interface Correspondence {
  readonly check: CheckId;
  readonly scope: Scope;
  readonly stricter: Stricter;
  /** One plain sentence: why the verdicts on one site can differ. */
  readonly differs: string;
  readonly cases: readonly KnownCase[];
}

/** One check of another tool. */
export interface OtherCheck {
  /** As the tool writes it. */
  readonly id: string;
  /** What it passes on, or what it is known to be about. */
  readonly asks: string;
  /** What of ours corresponds; empty where nothing does. */
  readonly ours: readonly Correspondence[];
  /** Why nothing of ours corresponds; only where nothing does. */
  readonly none?: string;
  /** Index into the `sources` of the tool; 0 where it is not said. */
  readonly source?: number;
}

/** Where the facts are from. */
export interface Source {
  readonly label: string;
  readonly url: string;
  /** Version, commit or date of what was read. */
  readonly version: string;
  /** ISO day on which we read it. */
  readonly read: string;
}

export interface OtherTool {
  readonly id: ToolId;
  readonly name: string;
  /** The name in a sentence. */
  readonly short: string;
  readonly url: string;
  /** Who makes it. */
  readonly by: string;
  /** What it looks at and how, in a few sentences. */
  readonly about: readonly string[];
  /** Where it sees what we do not. */
  readonly ahead: readonly string[];
  /** What we could not find out. */
  readonly unknown: readonly string[];
  readonly sources: readonly [Source, ...Source[]];
  readonly checks: readonly OtherCheck[];
}

/** A correspondence in one line, so that the data reads as a table. */
export function pair(
  check: CheckId,
  scope: Scope,
  stricter: Stricter,
  differs: string,
  cases: readonly KnownCase[] = [],
): Correspondence {
  return { check, scope, stricter, differs, cases };
}

/** A check of theirs that nothing of ours corresponds to. */
export function alone(id: string, asks: string, none: string, source?: number): OtherCheck {
  return { id, asks, ours: [], none, ...(source === undefined ? {} : { source }) };
}
