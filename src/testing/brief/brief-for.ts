import { readFileSync } from 'node:fs';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { type Brief, briefOf } from '../../fix/brief.ts';
import { CHANGES, type ChangeTexts } from '../../fix/brief-parts.ts';

const FOLDER = new URL('../../../content/changes/', import.meta.url);

export const CHANGE_TEXTS = Object.fromEntries(
  CHANGES.map(({ id }) => [id, readFileSync(new URL(`${id}.mdx`, FOLDER), 'utf8')]),
) as ChangeTexts;

export function briefFor(envelope: Envelope): Brief {
  const verify = `audit-for-agents ${envelope.target_url}`;
  return briefOf(envelope, { texts: CHANGE_TEXTS, verify, pageOf: (id) => `See \`${id}\`.` });
}
