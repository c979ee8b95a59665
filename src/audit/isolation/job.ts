/** Messages between the main program and an audit process. They are plain data, so they can be sent between processes. */

import type { ErrorKind, RefusalDetails } from '../../base/errors.ts';
import type { HeaderList } from '../../base/headers.ts';
import type { Limits } from '../../base/limits.ts';
import type { AuditEvent, AuditOutcome } from '../audit.ts';
import type { AuditSource } from '../io/source.ts';
import type { AuditRequest } from '../request.ts';
import type { Result } from '../scorecard/schema.ts';

export interface AuditJob extends AuditRequest {
  readonly limits: Limits;
  readonly source: AuditSource;
  readonly record?: boolean | undefined;
}

export interface Missing {
  readonly total: number;
  /** The first requests missing from a recording, such as `GET https://example.com/robots.txt`, without duplicates. */
  readonly names: readonly string[];
}

/** The facts that are known as soon as the site has responded. In `results`, all checks still have the status `skip`. */
export interface InitialFacts {
  readonly auditedOrigin: string;
  readonly scoredAt: Date;
  readonly results: readonly Result[];
}

export type ProgramMessage =
  | {
      readonly type: 'audit';
      readonly job: AuditJob;
      /** Whether the main program handles the messages `admit` and `sign`. */
      readonly asks: { readonly admit: boolean; readonly sign: boolean };
    }
  | { readonly type: 'admission'; readonly admitted: boolean }
  /** The signature headers for an authority; empty if signing failed. */
  | { readonly type: 'signature'; readonly authority: string; readonly fields: HeaderList };

/** A message from the audit process. `done`, `failed` and `fault` end the current audit. */
export type ProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly event: AuditEvent }
  | { readonly type: 'arrived'; readonly facts: InitialFacts }
  | { readonly type: 'admit'; readonly origin: string }
  | { readonly type: 'sign'; readonly authority: string }
  /** The next piece of the recording's text (UTF-8). All pieces are sent before `done` or `failed`. */
  | { readonly type: 'recorded'; readonly piece: Uint8Array }
  | {
      readonly type: 'done';
      readonly outcome: AuditOutcome;
      readonly missing: Missing;
      /** The resident memory of the process, in MiB. */
      readonly residentMib: number;
    }
  | {
      readonly type: 'failed';
      readonly kind: ErrorKind;
      readonly message: string;
      readonly hint: string | undefined;
      readonly quote: string | undefined;
      readonly details: RefusalDetails | undefined;
      readonly failure: string | undefined;
      readonly missing: Missing;
      readonly residentMib: number;
    }
  /** Any error other than an `AuditError`. It means that the auditor itself has a bug. */
  | { readonly type: 'fault'; readonly message: string; readonly stack: string | undefined };

/** The last error output of an audit process that was killed because it exceeded its memory limit. */
export const OUT_OF_MEMORY = 'process out of memory';
