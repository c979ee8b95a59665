/** The result of a parser: the value, or a few words that say why there is none. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly why: string;
      /** Set if the text exceeds one of this project's limits. The text may still be well-formed. */
      readonly isLimit?: true;
    };

/** The value of `why` for a response body that was cut off at a size limit. */
export const LONGER_THAN_READ = 'longer than the audit reads (2 MiB per response, 16 MiB in total)';
