import type { APIRoute } from 'astro';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { markdownCode, markdownLink, markdownText } from '../render/escape.ts';
import { listedTargets } from '../site/catalog.ts';
import { originOf, twinResponse } from '../site/respond.ts';
import { ABOUT_COMPARE } from '../view/about.ts';
import { terminalComparison } from '../view/compare-choice.ts';

/** The page compares in the browser; the twin says how to do it without one. */
export const GET: APIRoute = async ({ site }) => {
  const origin = originOf(site);
  const listed = await listedTargets();
  const [first = 'a.example', second = 'b.example'] = listed.map(({ target }) => target.host);
  return twinResponse(
    ABOUT_COMPARE,
    [
      '# Compare sites',
      `A person compares two to four sites of the catalog at \`${origin}/compare?t=${first}&t=${second}\`, which needs a browser with scripts. The facts are in the scorecards: \`/score/<host>/json\` has \`score\`, \`categories\` and ${CHECK_COUNT} \`results\` with a \`status\` and the \`evidence\`, in the same order for every site.`,
      'The command line names every check that differs between two of them, with the evidence of both:',
      `\`\`\`sh\n${terminalComparison([first, second], origin)}\n\`\`\``,
      '## Sites',
      listed
        .map(
          ({ target, scored }) =>
            `- ${markdownLink(target.name, `${origin}/score/${target.host}/json`)}: ${markdownCode(target.host)}, ${markdownText(`global ${scored.score.global}, relative ${scored.score.relative}`)}`,
        )
        .join('\n'),
    ]
      .join('\n\n')
      .concat('\n'),
  );
};
