/** Prompts that a person picks in a client: what to do, and what is known about it. */

import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TOLD_MS } from '../limits.ts';
import { bytesIn } from '../scorecard/bounds.ts';
import type { Library, Scorecards } from '../service-api.ts';
import { onlyFor } from '../view/guide-text.ts';
import { PLATFORMS, type Platform, platformAsked } from '../view/platforms.ts';
import { type Complete, checkIds, hosts, platformIds } from './completion.ts';
import { FIX_BYTES } from './detail.ts';
import { guideNamed, similarIds } from './guides.ts';
import { newerText } from './newer.ts';
import { echo } from './params.ts';
import { sitePlan, taskText } from './task.ts';
import { auditNext, blocks, missText } from './texts.ts';

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly complete: Complete;
}

/** A prompt, the one argument that each has, and one that may be left out. */
export interface NamedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: PromptArgument;
  readonly option?: PromptArgument;
  get(value: string, option?: string): Promise<GetPromptResult>;
}

/** `fix_site`: everything that the stored scorecard of a site found wrong, as a task. */
export function fixSite(library: Library, scorecards: Scorecards): NamedPrompt {
  return {
    name: 'fix_site',
    title: 'Make a site ready for agents',
    description:
      'A task for a coding agent: the changes that mend what the stored scorecard of the site found wrong, what gains most first, with the delimited evidence for each.',
    argument: { name: 'target', description: 'A host such as example.com.', complete: hosts(library) },
    option: {
      name: 'platforms',
      description: 'What the site is made with, such as nginx,express: the steps for that software.',
      complete: platformIds,
    },
    async get(target, names = '') {
      const { name } = scorecards.target(target);
      const { envelope, live } = await scorecards.known(name, TOLD_MS);
      const after = `When the changes are deployed, call score_cli with target ${name} once: its answer is the new result, with the addresses where it is published.`;
      const told = live === undefined ? [] : [newerText(live)];
      const room = FIX_BYTES - bytesIn(blocks([...told, after]));
      return prompt(
        `Make ${name} ready for AI agents`,
        envelope === undefined
          ? blocks([
              `Make ${name} ready for AI agents.`,
              missText('No scorecard for it is stored.', auditNext(name)),
              'Then fix what it finds, broken checks first; before each fix, read its guide with get_fix.',
            ])
          : blocks([...told, taskText(await sitePlan(library, envelope, platformsIn(names)), room), after]),
      );
    },
  };
}

/** `explain_check`: the guide to one check, to be explained. */
export function explainCheck(library: Library): NamedPrompt {
  return {
    name: 'explain_check',
    title: 'Explain a check',
    description:
      'Explains one check: what is asked, why it matters to agents, how it is judged, how to pass it.',
    argument: {
      name: 'check_id',
      description: 'A check id such as llms-txt.',
      complete: checkIds(library),
    },
    async get(id) {
      const known = await guideNamed(library, id);
      if (known === undefined) {
        const similar = await similarIds(library, id);
        const alike = similar.length === 0 ? '' : `; similar ids: ${similar.join(', ')}`;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `check_id: there is no check with this id${alike}`,
        );
      }
      const { check, guide } = known;
      return prompt(
        `The check ${check.id}`,
        blocks([
          `Explain the agent-readiness check ${check.id} to me: what is asked, why it matters to AI agents, how it is judged, and the least that makes it pass. This is its guide; get_fix with a platform has the steps for that software:`,
          onlyFor(guide, undefined),
        ]),
      );
    },
  };
}

/**
 * The platforms that an argument names.
 *
 * @throws ProtocolError for a name that is not known
 */
function platformsIn(names: string): Platform[] {
  return names
    .split(',')
    .filter((name) => name.trim() !== '')
    .map((name) => {
      const platform = platformAsked(name);
      if (platform !== undefined) return platform;
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `platforms: ${JSON.stringify(echo(name))} is not known; known are ${PLATFORMS.map(({ id }) => id).join(', ')}`,
      );
    });
}

function prompt(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
