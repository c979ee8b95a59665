import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { LIVE_COPY_MS } from '../../base/limits.ts';
import { guideSection } from '../../fix/explain.ts';
import type { Library, Scorecards } from '../api.ts';
import { guideInShort, guideNamed, siteBrief, unknownCheck } from './guides.ts';
import { type Complete, checkIds, hosts } from './resources.ts';
import { newestOf, SITE_BYTES } from './scorecard-answer.ts';
import { blocks, missText, unscoredNext } from './texts.ts';

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly complete: Complete;
}

export interface NamedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: PromptArgument;
  get(value: string): Promise<GetPromptResult>;
}

/** Returns the prompt `fix_site`, which contains a site's brief (the list of changes to make). */
export function fixSite(library: Library, scorecards: Scorecards): NamedPrompt {
  return {
    name: 'fix_site',
    title: 'Make a site ready for agents',
    description:
      'Returns one page for a coding agent: the changes that a site needs, from its newest stored scorecard.',
    argument: { name: 'target', description: 'A host such as example.com.', complete: hosts(library) },
    async get(target) {
      const { name } = scorecards.target(target);
      const known = await scorecards.known(name, LIVE_COPY_MS);
      const envelope = newestOf(known);
      const text =
        envelope === undefined
          ? blocks([
              `Make ${name} ready for AI agents.`,
              missText(`No scorecard of ${name} is stored.`, unscoredNext(name, known.failedAttempt)),
              'Then call get_fix with the same target to get the brief.',
            ])
          : (await siteBrief(library, envelope)).textWithin(SITE_BYTES).text;
      return prompt(`Make ${name} ready for AI agents`, text);
    },
  };
}

export function explainCheck(library: Library): NamedPrompt {
  return {
    name: 'explain_check',
    title: 'Explain a check',
    description: 'Explains one check: what it requires, how responses are judged and how to pass it.',
    argument: { name: 'check_id', description: 'A check id such as llms-txt.', complete: checkIds },
    async get(id) {
      const found = await guideNamed(library, id);
      if (found === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownCheck(id).text);
      return prompt(
        `The check ${found.check.id}`,
        blocks([
          `Explain the agent-readiness check ${found.check.id} to me: what it requires, why that matters to AI agents, how it decides, and the smallest change that makes it pass. This is its short guide:`,
          await guideInShort(library, found),
          `## How the check decides\n\n${guideSection(found.guide, 'How the check decides')}`,
        ]),
      );
    },
  };
}

function prompt(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
