/** Computes the facts about the CLI's npm package that `/cli.json` publishes. */
import { createHash } from 'node:crypto';
import { markdownCode, markdownCodeCell, ownProse } from '../../base/escape.ts';
import { ALLOW_REMOTE, npxCommand, packageUrl } from '../../base/npx.ts';
import { INSTALLED_NAME, NODE_RANGE, PACKAGE_NAME, version } from '../../base/package.ts';
import { AUDIT_GROUPS } from '../../cli/audit/options.ts';
import type { Setting } from '../../cli/settings.ts';
import { table } from '../../report/markdown/document.ts';

export interface CommandLine {
  readonly kind: 'command-line';
  /** The name in package.json. The package is run by its URL, not by this name. */
  readonly name: string;
  /** The name of the command that an installed package provides. */
  readonly bin: string;
  readonly version: string;
  /** The URL of the package, a tarball from `npm pack`. */
  readonly url: string;
  /** The command that runs the package without installing it. Append the arguments to it. */
  readonly run: string;
  /** Like `run`, but ignores an older copy in npx's cache, because the part after # makes the URL different for npx. */
  readonly run_fresh: string;
  /** The supported versions of Node, as a semver range. */
  readonly node: string;
  /** The size of the package, in bytes. */
  readonly size: number;
  /** The Subresource Integrity value (SHA-512), as in npm's lock files. */
  readonly integrity: string;
  /** The SHA-256 digest in hexadecimal, as sha256sum prints it. */
  readonly sha256: string;
}

/** A build is identified by this many digits at the start of its SHA-256 digest. */
const BUILD_DIGITS = 8;

export function factsOf(tarball: Uint8Array, origin: string): CommandLine {
  const sha256 = createHash('sha256').update(tarball).digest('hex');
  return {
    kind: 'command-line',
    name: PACKAGE_NAME,
    bin: INSTALLED_NAME,
    version,
    url: packageUrl(origin),
    run: npxCommand(origin),
    run_fresh: `npx ${ALLOW_REMOTE} "${packageUrl(origin)}#${sha256.slice(0, BUILD_DIGITS)}"`,
    node: NODE_RANGE,
    size: tarball.byteLength,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    sha256,
  };
}

/** Replaces placeholders such as `<cli_version>` and `<cli_size>`. `<cli_options>` becomes the options reference. */
export function withFacts(text: string, facts: CommandLine): string {
  const values: Readonly<Record<string, string>> = {
    ...facts,
    size: facts.size.toLocaleString('en'),
    build: facts.sha256.slice(0, BUILD_DIGITS),
    options: optionsMarkdown(),
  };
  return text.replaceAll(/<cli_([a-z0-9]+)>/g, (mark, name: string) => values[name] ?? mark);
}

export function optionsMarkdown(): string {
  return Object.entries(AUDIT_GROUPS)
    .flatMap(([heading, settings]) => [
      `### ${heading.replace(/:$/, '')}`,
      table(
        ['Option', 'Variable and field', 'What it does', 'Default'],
        Object.values<Setting<unknown>>(settings).map(optionRow),
      ),
    ])
    .join('\n\n');
}

function optionRow({
  flags,
  env,
  config,
  description,
  choices,
  defaultText,
  fallback,
}: Setting<unknown>): string[] {
  const allowed =
    choices === undefined ? '' : ` One of ${choices.map((one) => markdownCode(one)).join(', ')}.`;
  return [
    markdownCodeCell(flags),
    [env, ...(config === undefined ? [] : [config])].map(markdownCode).join(', '),
    `${ownProse(sentence(description))}${allowed}`,
    ownProse(defaultText ?? (fallback === false ? 'off' : String(fallback))),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
