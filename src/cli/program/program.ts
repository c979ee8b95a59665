/** The commands about the program itself. */
import { Argument } from 'commander';
import { DOCUMENT_NAMES } from '../enums.ts';
import { choiceArgument, define, memberOf } from './define.ts';

export const ABOUT_PROGRAM = [
  define({
    name: 'schema',
    args: [
      choiceArgument('[document]', 'the document whose schema is printed', DOCUMENT_NAMES).default('audit'),
    ],
    summary: 'print the JSON Schema of an output',
    description:
      'Prints the JSON Schema (draft 2020-12) of what a command prints with --output json, of the lines of --output jsonl ' +
      `(events), of errors on stderr (error), or of a file (config, baseline). Documents: ${DOCUMENT_NAMES.join(', ')}.`,
    settings: {},
    action: async (_, [document], { session }) =>
      session.out((await import('../documents.ts')).printedSchema(memberOf(DOCUMENT_NAMES, document))),
  }),
  define({
    name: 'examples',
    args: [],
    summary: 'print examples of every command',
    description: 'Prints examples of every command, as a person types them and as an agent does.',
    settings: {},
    action: async (run) => (await import('../commands/examples.ts')).examplesCommand(await run()),
  }),
  define({
    name: 'help',
    args: [new Argument('[command...]', 'the words of a command, such as skill install')],
    summary: 'print the help of a command',
    description:
      'Prints the help of a command, as --help behind its name does; without a name, that of the program.',
    settings: {},
    action: async (_, words, { root }) => (await import('../commands/help.ts')).help(root, words),
  }),
];
