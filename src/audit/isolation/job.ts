/** The messages between the program and a process that audits. They are plain data only. */

import type { ErrorKind, RefusalDetails } from '../../base/errors.ts';
import type { HeaderList } from '../../base/headers.ts';
import type { Limits } from '../../base/limits.ts';
import type { AuditEvent, AuditOutcome } from '../audit.ts';
import type { AuditSource } from '../io/source.ts';
import type { AuditRequest } from '../request.ts';
import type { Result } from '../scorecard/schema.ts';

/** One audit that is asked for, and what it is made with. */
export interface AuditJob extends AuditRequest {
  readonly limits: Limits;
  readonly source: AuditSource;
  /** Keeps a recording of what was seen. */
  readonly record?: boolean | undefined;
}

/** What a recording was asked for and did not hold. */
export interface Missing {
  readonly total: number;
  /** The first of them, each once: `GET https://example.com/robots.txt`. */
  readonly names: readonly string[];
}

/** What is known as soon as the site has been seen; of the results none is decided. */
export interface InitialFacts {
  readonly auditedOrigin: string;
  readonly scoredAt: Date;
  readonly results: readonly Result[];
}

/** From the program. */
export type ProgramMessage =
  | {
      readonly type: 'audit';
      readonly job: AuditJob;
      /** What the process is to ask for. */
      readonly asks: { readonly admit: boolean; readonly sign: boolean };
    }
  | { readonly type: 'admission'; readonly admitted: boolean }
  /** None where it could not be made. */
  | { readonly type: 'signature'; readonly authority: string; readonly fields: HeaderList };

/** From the process. After `done`, `failed` or `fault` it takes the next order; it ends by itself after none. */
export type ProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly event: AuditEvent }
  | { readonly type: 'arrived'; readonly facts: InitialFacts }
  /** May the audit go to this origin? */
  | { readonly type: 'admit'; readonly origin: string }
  /** Sign what is sent to this authority. */
  | { readonly type: 'sign'; readonly authority: string }
  /** The next piece of the recording's text, UTF-8. All of them come before `done` or `failed`. */
  | { readonly type: 'recorded'; readonly piece: Uint8Array }
  | {
      readonly type: 'done';
      readonly outcome: AuditOutcome;
      readonly missing: Missing;
      /** What the process holds in memory now, in MiB. */
      readonly residentMib: number;
    }
  /** An `AuditError`. */
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
  /** Any other error: one of the auditor itself. */
  | { readonly type: 'fault'; readonly message: string; readonly stack: string | undefined };

/** The last words of a process that has taken more memory than it may, outside of its heap. */
export const OUT_OF_MEMORY = 'process out of memory';
