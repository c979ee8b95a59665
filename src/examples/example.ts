/** A case that shows what a check decides. */

import type { CheckId } from '../definitions/index.ts';
import type { NaReason, SiteType, Status } from '../definitions/vocabulary.ts';
import type { Evidence } from '../evidence/evidence.ts';

/** Every status that a check can give has one, and a test runs them all. */
export interface Example {
  /** What is special about the case, in a few words. */
  readonly title: string;
  /** All that the check `needs` and `uses`; a test holds them to it. */
  readonly given: Partial<Evidence>;
  readonly siteType?: SiteType;
  readonly expect: Status;
  readonly reason?: NaReason;
  /** Words that the evidence must contain. */
  readonly evidence?: string;
}

export type Examples = { readonly [id in CheckId]?: readonly Example[] };
