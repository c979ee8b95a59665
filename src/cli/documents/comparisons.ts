/** The document of compare. */

import * as z from 'zod';
import { comparisonSchema } from '../../scorecard/compare.ts';
import { frame } from './frame.ts';

export const compareDocument = z
  .object({ ...frame('comparison'), ...comparisonSchema.shape })
  .meta({ title: 'Two scorecards compared (compare --json)' });
