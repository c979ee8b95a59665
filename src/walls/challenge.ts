/** The refusal that an answer shows by its marks, in the words that evidence has for it. */

import { type HeaderList, headerOf } from '../parse/headers.ts';
import { parseMediaType } from '../parse/media-type.ts';
import { refusalBySignatures } from './refusal.ts';

/**
 * Names who refused and the mark of it (`Cloudflare challenge, header cf-mitigated: challenge`); `undefined` where the
 * answer has no mark that counts.
 */
export function challengeSignature(answer: {
  readonly status: number;
  readonly headers: HeaderList;
  readonly text: string;
}): string | undefined {
  const { status, headers } = answer;
  const refusal = refusalBySignatures({
    status,
    headers,
    type: parseMediaType(headerOf(headers, 'content-type')),
    get text() {
      return answer.text;
    },
  });
  return refusal === undefined ? undefined : `${refusal.wall}, ${refusal.what}`;
}
