/** The exports of the package: functions for a team's own tests. `api.ts` documents them. */

import { compareEnvelopes } from '../../audit/scorecard/compare.ts';
import { AuditError } from '../../base/errors.ts';
import { SPEC_VERSION } from '../../base/versions.ts';
import type * as api from './api.ts';
import { auditByCommand } from './command.ts';
import { expectAgentReady, scorecardIn } from './expect.ts';

const audit: typeof api.audit = async (site, options = {}) => auditByCommand(String(site), options);

const compare: typeof api.compare = (before, after) => ({
  kind: 'comparison',
  spec_version: SPEC_VERSION,
  ...compareEnvelopes(scorecardIn(before), scorecardIn(after)),
});

({ audit, compare, expectAgentReady, AuditError }) satisfies typeof api;

export { AuditError, audit, compare, expectAgentReady };
