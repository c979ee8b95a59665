/** The sample of pages that follows an audit: over a network with a budget of its own, recorded behind the audit. */
import type { AuditOptions } from '../audit.ts';
import type { HarEntry } from '../io/har.ts';
import type { Io } from '../io/io.ts';
import { recordingIo } from '../io/record.ts';
import { type SampleOptions, samplePages } from '../sample.ts';
import type { PageSample } from '../scorecard/page-sample.ts';
import type { Target } from '../target.ts';

/** A sample, and what was exchanged for it where that is kept. */
export interface RunSample {
  readonly sample: PageSample;
  readonly entries: readonly HarEntry[];
}

/**
 * Looks at pages.
 *
 * @param audited the options of the audit before it
 * @param io its own; it is not closed here
 */
export async function runSample(
  target: Target,
  audited: AuditOptions,
  {
    io,
    record,
    ...given
  }: Pick<SampleOptions, 'limits' | 'pages' | 'envelope'> & { io: Io; record: boolean },
): Promise<RunSample> {
  const recording = record ? recordingIo(io) : undefined;
  const sample = await samplePages(target, { ...audited, ...given, io: recording?.io ?? io });
  const entries = recording?.har({ target: target.url, siteType: null, baseUrl: '' }).log.entries ?? [];
  return { sample, entries };
}
