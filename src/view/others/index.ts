/** Other tools' checks beside ours, looked up from either side. */
import { type CatalogueEntry, type CheckId, catalogue } from '../../catalogue/index.ts';
import { afdocs } from './afdocs.ts';
import { agentReady } from './agent-ready.ts';
import { isitagentready } from './isitagentready.ts';
import { lighthouse } from './lighthouse.ts';
import type { Correspondence, OtherCheck, OtherTool, Scope, Source, Stricter, ToolId } from './model.ts';

export const OTHER_TOOLS: readonly OtherTool[] = [lighthouse, afdocs, isitagentready, agentReady];

/** @throws Error for a tool that is not in the data */
export function toolOf(id: ToolId): OtherTool {
  const found = OTHER_TOOLS.find((tool) => tool.id === id);
  if (found === undefined) throw new Error(`There is no tool ${id}.`);
  return found;
}

/** What each tool has for one check of ours. */
export interface FromOurs {
  readonly check: CatalogueEntry;
  readonly theirs: readonly {
    readonly tool: OtherTool;
    readonly other: OtherCheck;
    readonly correspondence: Correspondence;
  }[];
}

/** Every check of ours, with what corresponds to it, in the order of the catalogue. */
export const FROM_OURS: readonly FromOurs[] = catalogue.map((check) => ({
  check,
  theirs: OTHER_TOOLS.flatMap((tool) =>
    tool.checks.flatMap((other) =>
      other.ours
        .filter((correspondence) => correspondence.check === check.id)
        .map((correspondence) => ({ tool, other, correspondence })),
    ),
  ),
}));

/** Our checks that a tool has nothing like. */
export function onlyOurs({ checks }: OtherTool): readonly CheckId[] {
  const theirs = new Set(checks.flatMap(({ ours }) => ours.map(({ check }) => check)));
  return catalogue.map(({ id }) => id).filter((id) => !theirs.has(id));
}

/** The fragment of a check of another tool: `lighthouse-llms-txt`. */
export function otherAnchor(tool: OtherTool, { id }: OtherCheck): string {
  return `${tool.id}-${id.toLowerCase()}`;
}

/** The fragment of one of our checks. */
export function ourAnchor(id: string): string {
  return `ours-${id}`;
}

export function sourceOf({ sources }: OtherTool, { source = 0 }: OtherCheck): Source {
  return sources[source] ?? sources[0];
}

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  same: 'same',
  wider: 'theirs is wider',
  narrower: 'theirs is narrower',
};

export const STRICTER_WORDS: Readonly<Record<Stricter, string>> = {
  ours: 'ours',
  theirs: 'theirs',
  neither: 'neither',
  unknown: 'not known',
};
