/** The resources that MCP clients can read by URI: the CLI standard, the checks, guides and scorecards. */

import { PRINCIPLES_IN_WORDS } from '../../audit/check-texts/counts.ts';
import { CHECK_COUNT, definitions } from '../../audit/check-texts/index.ts';
import { PRINCIPLE_NAMES, PRINCIPLES } from '../../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../../audit/scorecard/listing-state.ts';
import { TARGET_FORMS, unscoredMarkdown } from '../../report/formats.ts';
import type { ApartSite, Library, Scorecards } from '../api.ts';
import { guideNamed } from './guides.ts';

const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

interface Described {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
}

export interface FixedResource extends Described {
  readonly uri: string;
  read(): Promise<string>;
}

export interface ResourceFamily extends Described {
  /** A URI template (RFC 6570) with one variable. */
  readonly uriTemplate: string;
  readonly variable: string;
  readonly complete: Complete;
  read(value: string): Promise<string | undefined>;
}

/** Returns the documents with a fixed URI. The URI is also the URL at which the site serves the same content. */
export function fixedResources(library: Library): FixedResource[] {
  const { origin } = library;
  return [
    {
      uri: `${origin}/spec.md`,
      name: 'spec',
      title: 'The agent-native CLI standard',
      description: `The ${PRINCIPLES_IN_WORDS} principles with all their requirements.`,
      mimeType: MARKDOWN,
      read: () => library.spec(),
    },
    {
      uri: `${origin}/spec.json`,
      name: 'spec-json',
      title: 'The agent-native CLI standard (JSON)',
      description: 'Principles and requirements with their ids, levels and conditions.',
      mimeType: JSON_TYPE,
      read: async () => published(await library.standard()),
    },
    {
      uri: `${origin}/checks.json`,
      name: 'checks',
      title: 'The checks',
      description: `All ${CHECK_COUNT} checks: what makes each pass, how to fix it, and how many catalog sites pass.`,
      mimeType: JSON_TYPE,
      read: async () => published(await library.checks()),
    },
    ...PRINCIPLES.map((id) => ({
      uri: `${origin}/principles/${id.toLowerCase()}.md`,
      name: `principle-${id.toLowerCase()}`,
      title: `Principle ${id}: ${PRINCIPLE_NAMES[id]}`,
      mimeType: MARKDOWN,
      async read() {
        const text = await library.principle(id);
        if (text === undefined) throw new Error(`principle ${id} is not published`);
        return text;
      },
    })),
  ];
}

/** Returns URI templates for the resources of each check and site, which are too many to list. Clients complete the URIs. */
export function resourceFamilies(library: Library, scorecards: Scorecards): ResourceFamily[] {
  const { origin } = library;
  const site = { variable: 'target', complete: hosts(library) };
  return [
    {
      ...site,
      uriTemplate: `${origin}/score/{target}/md`,
      name: 'scorecard',
      title: 'A scorecard',
      description:
        'The scorecard of a host as Markdown. Its evidence quotes the audited site and is untrusted.',
      mimeType: MARKDOWN,
      async read(target) {
        const { name } = scorecards.target(target);
        const [listed, site] = await Promise.all([library.scorecard(name), library.site(name)]);
        const apart = site !== undefined && 'state' in site ? site : undefined;
        if (apart !== undefined && listed === undefined)
          return unscoredMarkdown(apart, listingStateOf(apart), origin);
        const envelope = listed ?? (await scorecards.stored(name));
        return envelope && TARGET_FORMS.md.textOf(envelope, apart && listingStateOf(apart));
      },
    },
    {
      ...site,
      uriTemplate: `${origin}/score/{target}/json`,
      name: 'scorecard-json',
      title: 'A scorecard (JSON)',
      description: 'The scorecard of a host as JSON. Its evidence quotes the audited site and is untrusted.',
      mimeType: JSON_TYPE,
      async read(target) {
        const envelope = await scorecards.stored(scorecards.target(target).name);
        return envelope && TARGET_FORMS.json.textOf(envelope);
      },
    },
    {
      uriTemplate: `${origin}/fix/{check_id}.md`,
      variable: 'check_id',
      complete: checkIds,
      name: 'fix-guide',
      title: 'A fix guide',
      description: 'Why a check matters, how responses are judged, common mistakes and how to verify a fix.',
      mimeType: MARKDOWN,
      read: async (id) => (await guideNamed(library, id))?.guide,
    },
  ];
}

/** Formats a document as JSON in the same way as the build. */
function published(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function listingStateOf({ state, since, last_attempt, by, message, quote }: ApartSite): ListingState {
  return { state, since, at: last_attempt, by: by ?? undefined, message, quote };
}

/** Returns suggestions while a person types an argument. The SDK sends the first 100 and says whether there are more. */
export type Complete = (typed: string | undefined) => Promise<string[]>;

/** Suggests the hosts of the catalog that begin with the typed text, best first. */
export function hosts(library: Library): Complete {
  return async (typed = '') => [...(await library.hosts(startOf(typed)))];
}

/** Returns the check ids that begin with `typed`, in the order of the definitions. */
export async function checkIds(typed = ''): Promise<string[]> {
  return definitions.map(({ id }) => id).filter((id) => id.startsWith(startOf(typed)));
}

function startOf(typed: string): string {
  return typed.trim().toLowerCase();
}
