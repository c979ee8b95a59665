/** What is published of the command line beside its package (`/cli.json`). Pure. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ALLOW_REMOTE, npxCommand, packageUrl } from '../../npx.ts';
import { INSTALLED_NAME, NODE_RANGE, PACKAGE_NAME, version } from '../../package.ts';

export const commandLineSchema = z
  .strictObject({
    kind: z.literal('command-line'),
    name: z.string().describe('The name in package.json; it is run from its address, not by this name.'),
    bin: z.string().describe('The command where the package is installed.'),
    version: z.string(),
    url: z.url().describe('The package, as `npm pack` makes it.'),
    run: z.string().describe('What runs it without installing it; arguments follow.'),
    run_fresh: z
      .string()
      .describe('The same, where npx may have kept an older copy: what follows # makes it another address.'),
    node: z.string().describe('The versions of Node that it runs on, as a range of semver.'),
    size: z.int().min(1).describe('Bytes of the package.'),
    integrity: z.string().describe('Subresource Integrity, SHA-512, as npm writes it into lock files.'),
    sha256: z.string().describe('The SHA-256 in hexadecimal digits, as sha256sum prints it.'),
  })
  .meta({ title: 'The published command line (/cli.json)' });

/** So many digits of the digest tell one build from another. */
const BUILD_DIGITS = 8;

export type CommandLine = z.infer<typeof commandLineSchema>;

/** @param origin where it is published; no slash at the end */
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

/** `text` with what it says of the package by marks: `<cli_version>`, `<cli_size>` and so on. */
export function withFacts(text: string, facts: CommandLine): string {
  const values: Readonly<Record<string, string>> = {
    ...facts,
    size: facts.size.toLocaleString('en'),
    build: facts.sha256.slice(0, BUILD_DIGITS),
  };
  return text.replaceAll(/<cli_([a-z0-9]+)>/g, (mark, name: string) => values[name] ?? mark);
}
