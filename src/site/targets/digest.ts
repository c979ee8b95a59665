/** What a build knows of the whole catalog once all targets are seen: all that its pages are made of. */
import type { DataFile } from '../../results/dataset-files.ts';
import type { ListedHost } from '../../scorecard/record.ts';
import type { SiteChange } from '../../view/changes.ts';
import type { Apart, Listed } from '../../view/listed.ts';

export interface Digest {
  /** In the order of the ranking. */
  readonly listed: readonly Listed[];
  /** Those that refuse the auditor first, then by name. */
  readonly apart: readonly Apart[];
  /** Those that nothing is known of yet, in the order of the list. */
  readonly waiting: readonly ListedHost[];
  /** The newest first, as many as are published. */
  readonly changes: readonly SiteChange[];
  /** When the first and the last stored scorecard were made, past ones among them; none where nothing was audited. */
  readonly scoredAt: readonly string[];
  /** Of the dataset. */
  readonly files: readonly DataFile[];
}
