/** Header fields of HTTP messages. */

/** Header fields in the order in which they were sent, names in lower case, one entry a field line. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** All values of a header field, joined as RFC 9110 section 5.2 allows; `undefined` when it is not there. */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([key]) => key === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}
