/** The Vary field (RFC 9110, section 12.5.5). */

/** Which request fields of interest a value names; `*` names them all. */
export interface Varied {
  readonly accept: boolean;
  readonly userAgent: boolean;
}

export function parseVary(value: string): Varied {
  const names = new Set(value.split(',', 200).map((name) => name.trim().toLowerCase()));
  const all = names.has('*');
  return { accept: all || names.has('accept'), userAgent: all || names.has('user-agent') };
}
