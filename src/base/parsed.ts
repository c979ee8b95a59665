/** A parser's result: what it read, or in a few words why it could not. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly why: string;
      /** One of our own limits was reached, which says nothing about the text. */
      readonly isLimit?: true;
    };

/** For a truncated body. */
export const LONGER_THAN_READ =
  'longer than what is read of a body (2 MiB, or what is left of the 16 MiB of an audit)';
