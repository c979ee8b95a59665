/** The root page, negotiated as Markdown. */
import type { Probes } from './probe.ts';

export type MarkdownEvidence = {};

export const markdownProbes = {} as Probes<MarkdownEvidence>;
