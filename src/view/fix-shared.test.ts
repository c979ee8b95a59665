import { expect, it } from 'vitest';
import { sharedPlaces } from './fix-shared.ts';

const nginx = (...locations: string[]) => ({
  stacks: [],
  snippet: `\`\`\`nginx\nserver {\n${locations.map((one) => `    location ${one} {\n    }\n`).join('')}}\n\`\`\``,
});
const files = (...names: string[]) => ({ stacks: [{ files: names }], snippet: '' });

it.each([
  // `nginx -t`: [emerg] duplicate location "/".
  [
    'a location of nginx',
    [nginx('= /', '/'), nginx('= /a'), nginx('/', '= /')],
    [[], [], [{ number: 1, places: ['location /', 'location = /'] }]],
  ],
  [
    'a file',
    [files('next.config.ts'), files('app/page.tsx', 'next.config.ts')],
    [[], [{ number: 1, places: ['next.config.ts'] }]],
  ],
  ['nothing', [nginx('/a'), nginx('/b'), files('a')], [[], [], []]],
])('says that %s is shared', (_, fixes, expected) => expect(sharedPlaces(fixes)).toEqual(expected));
