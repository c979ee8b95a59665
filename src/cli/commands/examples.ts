import { type ExamplesDocument, framed } from '../documents.ts';
import { EXAMPLES, exampleLines } from '../examples.ts';
import { present } from '../output.ts';
import type { Run } from '../run.ts';

export function examplesCommand({ output, program }: Run<Record<never, never>>): void {
  const groups = Object.entries(EXAMPLES);
  present(output, 'examples', {
    text: () =>
      groups.map(([command, list]) => [command, ...exampleLines(list, program)].join('\n')).join('\n\n'),
    document: (): ExamplesDocument => ({
      ...framed('examples'),
      examples: groups.flatMap(([command, list]) =>
        list.map(({ title, person, agent }) => ({
          command,
          title,
          person: `${program} ${person}`,
          agent: `${program} ${agent}`,
        })),
      ),
    }),
  });
}
