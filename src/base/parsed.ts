/** A parser's result: the value, or in a few words why there is none. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly why: string;
      /** The text exceeds one of this project's limits, which does not mean that it is malformed. */
      readonly isLimit?: true;
    };

/** The reason for a truncated body. */
export const LONGER_THAN_READ =
  'longer than what is read of a body (2 MiB, or what is left of the 16 MiB of an audit)';
