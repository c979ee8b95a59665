/** llms.txt and its companions. */

import type { LlmsTxt } from '../parse/llms-txt.ts';
import type { Probes } from './probe.ts';
import type { Surface } from './surface.ts';

export interface LlmsEvidence {
  readonly llmsTxt: Surface<LlmsTxt>;
}

export const llmsProbes = {} as Probes<LlmsEvidence>;
