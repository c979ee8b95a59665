/** Asking again for what one has already: 304 by its tag, and by its date where it has one. */
import type { Answer, Probe } from '../probe.ts';
import { emptyBody, header, status } from '../wants/answers.ts';

const WHY = 'Readers that come back pay for the whole document again.';

/** The probes that follow an answer with 200. */
export function revalidated(
  asked: Pick<Probe, 'group' | 'about' | 'ask' | 'metered'>,
): (answer: Answer) => readonly Probe[] {
  return ({ headers: { etag, 'last-modified': modified } }) => [
    ...(etag === undefined ? [] : [again(asked, 'if-none-match', etag)]),
    ...(modified === undefined ? [] : [again(asked, 'if-modified-since', modified)]),
  ];
}

function again(
  { ask, about, ...asked }: Parameters<typeof revalidated>[0],
  field: string,
  value: string,
): Probe {
  return {
    ...asked,
    about: `${about === undefined ? '' : `${about}, `}${field}`,
    ask: { ...ask, headers: { ...ask.headers, [field]: value } },
    bare: true,
    expect: [status(304, WHY), emptyBody('A 304 has no body (RFC 9110, section 15.4.5).')],
  };
}

/** What is cacheable has a tag. */
export const HAS_TAG = header('ETag', undefined, WHY);
