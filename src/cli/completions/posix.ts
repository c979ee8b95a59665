/** Completion for bash and zsh: one function that finds the command, then what fits after it. */
import { type Candidates, type CommandModel, valuedOptions } from './model.ts';

/**
 * What differs between the two shells. The function has the typed word in `cur`, or of `--option=value` the value, and the
 * option before it in `prev`.
 */
interface Dialect {
  /** Offers these words. */
  readonly words: (words: readonly string[]) => string;
  /** Offers them for what follows the last comma. */
  readonly list: (words: readonly string[]) => string;
  /** Offers them with “=” after the last comma, and files behind the “=”. */
  readonly filesByWord: (words: readonly string[]) => string;
  readonly file: string;
  readonly folder: string;
  /** Reads what was typed. */
  readonly head: readonly string[];
  /** The words before the cursor: the first and the end of `i`, and the word at it. */
  readonly from: string;
  readonly to: string;
  readonly word: string;
  /** Parts `--option=value`. */
  readonly part: readonly string[];
  readonly tail: readonly string[];
}

/** The function that the shell calls: names of functions are shared by all programs, and have no dashes. */
function functionOf(program: string): string {
  return `_${program.replaceAll(/\W/g, '_')}`;
}

function bashDialect(program: string): Dialect {
  const words = (of: readonly string[], more = '') =>
    `COMPREPLY=($(compgen -P "$lead"${more} -W '${of.join(' ')}' -- "$cur"))`;
  const file = (what: string) =>
    `local IFS=$'\\n'; COMPREPLY=($(compgen -P "$lead" ${what} -- "$cur")); compopt -o filenames 2>/dev/null`;
  const toComma = `lead="$lead\${cur%"\${cur##*,}"}"; cur="\${cur##*,}"`;
  return {
    words,
    list: (of) => `${toComma}; ${words(of)}`,
    filesByWord: (of) =>
      `${toComma}; case "$cur" in *=*) lead="$lead\${cur%%=*}="; cur="\${cur#*=}"; ${file('-f')} ;; ` +
      `*) ${words(of, ' -S =')}; compopt -o nospace 2>/dev/null ;; esac`,
    file: file('-f'),
    folder: file('-d'),
    head: [
      `# bash completion for ${program}`,
      `${functionOf(program)}() {`,
      '  local word cur prev lead="" parted="" cmd="" i',
      '  local -a words=()',
      '  COMPREPLY=()',
      '  # Readline breaks words at “=”; here they are whole again.',
      '  for ((i = 0; i <= COMP_CWORD; i++)); do',
      `    word="\${COMP_WORDS[i]}"`,
      `    if ((i > 1)) && [[ "$word" == "=" || "\${COMP_WORDS[i-1]}" == "=" ]]; then`,
      `      words[\${#words[@]}-1]+="$word"`,
      '    else',
      '      words+=("$word")',
      '    fi',
      '  done',
      `  cur="\${words[\${#words[@]}-1]}" prev="\${words[\${#words[@]}-2]}"`,
    ],
    from: '1',
    to: `\${#words[@]} - 1`,
    word: `\${words[i]}`,
    part: [`    --*=*) prev="\${cur%%=*}" lead="\${cur%%=*}=" cur="\${cur#*=}" parted="=" ;;`],
    tail: [
      '  # What readline replaces is what stands behind the last break.',
      `  word="\${COMP_WORDS[COMP_CWORD]}"`,
      '  [[ "$word" == "=" ]] && word=""',
      `  lead="\${words[\${#words[@]}-1]}"`,
      `  lead="\${lead%"$word"}"`,
      `  if [[ -n "$lead" ]]; then COMPREPLY=("\${COMPREPLY[@]#"$lead"}"); fi`,
      '}',
      `complete -F ${functionOf(program)} ${program}`,
    ],
  };
}

function zshDialect(program: string): Dialect {
  const words = (of: readonly string[], more = '') => `compadd${more} -- ${of.join(' ')}`;
  return {
    words,
    list: (of) => `compset -P '*,'; ${words(of)}`,
    filesByWord: (of) => `compset -P '*,'; if compset -P 1 '*='; then _files; else ${words(of, ' -S =')}; fi`,
    file: '_files',
    folder: '_files -/',
    head: [
      `#compdef ${program}`,
      `${functionOf(program)}() {`,
      `  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" parted="" cmd="" i`,
    ],
    from: '2',
    to: 'CURRENT',
    word: `\${words[i]}`,
    part: [`    --*=*) prev="\${cur%%=*}" cur="\${cur#*=}" parted="="; compset -P 1 '*=' ;;`],
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
    `  for ((i = ${dialect.from}; i < ${dialect.to}; i++)); do`,
    `    case "$cmd ${dialect.word}" in`,
    `      ${paths.map(quoted).join('|')}) cmd="\${cmd:+$cmd }${dialect.word}" ;;`,
    '    esac',
    '  done',
    '  case "$cur" in',
    ...dialect.part,
    '  esac',
    '  case "$prev" in',
    ...valuedOptions(model).map(({ names, value }) => `    ${names.join('|')}) ${offer(value, dialect)} ;;`),
    // A switch with “=” is no command either.
    '    *) case "$cmd$parted" in',
    ...model.flatMap(({ path, options, subcommands, argument }) => [
      `      ${quoted(path)})`,
      '        case "$cur" in',
      `          -*) ${dialect.words(options.flatMap(({ names }) => names))} ;;`,
      `          *) ${subcommands.length === 0 ? offer(argument, dialect) : dialect.words(subcommands.map(({ name }) => name))} ;;`,
      '        esac ;;',
    ]),
    '    esac ;;',
    '  esac',
    ...dialect.tail,
  ];
  return `${lines.join('\n')}\n`;
}

function offer(candidates: Candidates, dialect: Dialect): string {
  switch (candidates.kind) {
    case 'words':
      return dialect.words(candidates.words);
    case 'list':
      return dialect.list(candidates.words);
    case 'files-by-word':
      return dialect.filesByWord(candidates.words);
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
