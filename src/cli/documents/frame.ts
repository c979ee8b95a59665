/** What all documents share. */
import * as z from 'zod';
import { SPEC_VERSION } from '../../versions.ts';

/** The frame of a document, as a schema. */
export function frame<const K extends string>(kind: K) {
  return { kind: z.literal(kind), spec_version: z.string().describe('Version of the standard.') };
}

/** The frame of a document. */
export function framed<const K extends string>(kind: K): { kind: K; spec_version: string } {
  return { kind, spec_version: SPEC_VERSION };
}
