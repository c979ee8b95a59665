/** How the scripts of both actions speak to the runner that starts them. */
import { appendFileSync } from 'node:fs';

/** An input or a variable of the runner; empty where it is not set. */
export function given(name: string): string {
  return (process.env[name] ?? '').trim();
}

/** The lines of an input that are not empty. */
export function lines(name: string): string[] {
  return given(name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The input `name`, which stands in paths, in keys of the cache and in the mark of the comment. */
export function nameOfAudit(): string {
  const name = given('NAME');
  if (!/^[A-Za-z0-9-]{1,60}$/.test(name)) refuse('The input name takes letters, digits and hyphens.');
  return name;
}

/** Sets an output of the step. A value of several lines would be read as more outputs: it is refused. */
export function output(name: string, value: string): void {
  if (/[\r\n]/.test(value)) throw new Error(`The output ${name} has several lines.`);
  appendFileSync(given('GITHUB_OUTPUT'), `${name}=${value}\n`);
}

/** Shows a line in the log, and with the run. */
export function say(level: 'notice' | 'warning' | 'error', message: string): void {
  const text = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${level} title=Agent-readiness audit::${text}\n`);
}

/** Ends the step with an error: 2 for an input that cannot be used. */
export function refuse(message: string, code = 2): never {
  say('error', message);
  process.exit(code);
}
