/** Completion for bash and zsh: one function that finds the command, then what fits after it. */
import { type Candidates, type CommandModel, valuedOptions } from './model.ts';

/** What differs between the two shells. */
interface Dialect {
  /** Offers these words. */
  readonly words: (words: readonly string[]) => string;
  readonly file: string;
  readonly folder: string;
  readonly head: readonly string[];
  readonly word: string;
  readonly tail: readonly string[];
}

/** The function that the shell calls: names of functions are shared by all programs, and have no dashes. */
function functionOf(program: string): string {
  return `_${program.replaceAll(/\W/g, '_')}`;
}

function bashDialect(program: string): Dialect {
  return {
    words: (words) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`,
    file: 'COMPREPLY=($(compgen -f -- "$cur"))',
    folder: 'COMPREPLY=($(compgen -d -- "$cur"))',
    head: [
      `# bash completion for ${program}`,
      `${functionOf(program)}() {`,
      `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" cmd="" i`,
      '  COMPREPLY=()',
      '  for ((i = 1; i < COMP_CWORD; i++)); do',
    ],
    word: `\${COMP_WORDS[i]}`,
    tail: ['}', `complete -o filenames -F ${functionOf(program)} ${program}`],
  };
}

function zshDialect(program: string): Dialect {
  return {
    words: (words) => `compadd -- ${words.join(' ')}`,
    file: '_files',
    folder: '_files -/',
    head: [
      `#compdef ${program}`,
      `${functionOf(program)}() {`,
      `  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" cmd="" i`,
      '  for ((i = 2; i < CURRENT; i++)); do',
    ],
    word: `\${words[i]}`,
    tail: [
      '}',
      `if [ "\${zsh_eval_context[-1]}" = "loadautofunc" ]; then`,
      `  ${functionOf(program)} "$@"`,
      'else',
      `  compdef ${functionOf(program)} ${program}`,
      'fi',
    ],
  };
}

export function bashScript(model: readonly CommandModel[], program: string): string {
  return script(model, bashDialect(program));
}

export function zshScript(model: readonly CommandModel[], program: string): string {
  return script(model, zshDialect(program));
}

function script(model: readonly CommandModel[], dialect: Dialect): string {
  // The words up to the cursor spell the command: `skill install` is known by " skill", then "skill install".
  const paths = model
    .filter(({ path }) => path !== '')
    .map(({ path }) => (path.includes(' ') ? path : ` ${path}`));
  const lines = [
    ...dialect.head,
    `    case "$cmd ${dialect.word}" in`,
    `      ${paths.map(quoted).join('|')}) cmd="\${cmd:+$cmd }${dialect.word}" ;;`,
    '    esac',
    '  done',
    '  case "$prev" in',
    ...valuedOptions(model).map(
      ({ names, value }) => `    ${names.join('|')}) ${offer(value, dialect)}; return ;;`,
    ),
    '  esac',
    '  case "$cmd" in',
    ...model.flatMap(({ path, options, subcommands, argument }) => [
      `    ${quoted(path)})`,
      '      case "$cur" in',
      `        -*) ${dialect.words(options.flatMap(({ names }) => names))} ;;`,
      `        *) ${subcommands.length === 0 ? offer(argument, dialect) : dialect.words(subcommands.map(({ name }) => name))} ;;`,
      '      esac ;;',
    ]),
    '  esac',
    ...dialect.tail,
  ];
  return `${lines.join('\n')}\n`;
}

function offer(candidates: Candidates, dialect: Dialect): string {
  switch (candidates.kind) {
    case 'words':
      return dialect.words(candidates.words);
    case 'file':
      return dialect.file;
    case 'folder':
      return dialect.folder;
    case 'unknown':
      return ':';
  }
}

function quoted(text: string): string {
  return `'${text}'`;
}
