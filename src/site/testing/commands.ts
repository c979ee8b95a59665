/** The commands in a text that fetch somebody's program and run it, or install it to be run. */

export interface Found {
  /** As it stands, for whoever has to find it. */
  readonly command: string;
  /** What would be fetched: names and addresses. `a shell` stands for a script that is piped into one. */
  readonly packages: readonly string[];
}

/** Programs that run or install what is named behind them. */
const RUNNERS =
  /(?<![\w./@<-])(npx|bunx|uvx|npm (?:i|in|install|add|exec|x|create|init)|pnpm (?:dlx|add|exec|i|install|create)|yarn (?:dlx|add|create|global add)|bun (?:x|add|install|create)|deno (?:run|install|add)|pipx (?:run|install)|pip3? install|uv (?:add|pip install|tool (?:run|install))|cargo (?:install|binstall)|go (?:install|run)|gem install|composer (?:require|global require)|brew install|docker (?:run|pull)|winget install|choco install|scoop install)(?=[ \t])([^\n]*)/g;
/** A script that a shell or an interpreter is given. */
const PIPED =
  /(?<![\w-])(?:curl|wget|iwr|irm|Invoke-WebRequest)\b[^\n]*\|[ \t]*(?:sudo[ \t]+)?(?:(?:ba|z|da|k|fi)?sh|node|python3?|perl|ruby|php|iex|pwsh)\b[^\n]*/g;
/** Where a command ends within a line: at another one, at the end of its code, at a comment. */
const END = /`|&&|\|\||;|\||[ \t]#|[ \t]{2,}|<\/|\)(?=[ \t.,]|$)/;
/** Flags that take what follows as a package. */
const NAMES_PACKAGE = /^(?:-p|--package|--from|--with)$/;
/** Flags of the npm family that take a value. */
const TAKES_VALUE = /^(?:--registry|--prefix|--tag|-c|--call|-w|--workspace|--index-url)$/;

export function commandsIn(text: string): Found[] {
  const run = [...text.matchAll(RUNNERS)].flatMap(([, runner = '', rest = '']): Found[] => {
    const args = (rest.split(END, 1)[0] ?? '').trim();
    const packages = packagesOf(runner, args);
    return packages.length === 0 ? [] : [{ command: `${runner} ${args}`, packages }];
  });
  const piped = [...text.matchAll(PIPED)].map(([command]) => ({ command, packages: ['a shell'] }));
  return [...run, ...piped];
}

function packagesOf(runner: string, args: string): string[] {
  const words = [...args.matchAll(/"[^"]*"|'[^']*'|\S+/g)].map(([word]) => word);
  // Nothing is ever fetched.
  if (words.includes('--no') || words.includes('--no-install')) return [];
  // What runs a program takes one word, and all that follows is for the program, flags too; what installs takes all.
  const installs = /\b(?:i|in|install|add|require|pull)$/.test(runner);
  const named: string[] = [];
  const typed: string[] = [];
  for (let i = 0; i < words.length && (installs || typed.length === 0); i += 1) {
    const word = words[i] ?? '';
    const [flag = '', value] = word.split('=', 2);
    if (NAMES_PACKAGE.test(flag)) named.push(unquoted(value ?? words[++i] ?? ''));
    else if (TAKES_VALUE.test(word)) i += 1;
    else if (!word.startsWith('-')) typed.push(unquoted(word));
  }
  return installs ? typed : [...named, ...(named.length > 0 ? [] : typed)];
}

function unquoted(word: string): string {
  return word.replace(/^["']|["'.,:]$/g, '');
}
