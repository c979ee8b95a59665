/** Inputs, outputs and messages of the scripts of both actions. */
import { appendFileSync } from 'node:fs';

/** Returns an input or a variable of the runner; an empty text if it is not set. */
export function env(name: string): string {
  return (process.env[name] ?? '').trim();
}

/** Returns the lines of an input that are not empty. */
export function lines(name: string): string[] {
  return env(name)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the input `name`, which is part of paths, cache keys and the mark of the comment. Ends the step if it is invalid. */
export function nameOfAudit(): string {
  const name = env('NAME');
  if (!/^[A-Za-z0-9-]{1,60}$/.test(name)) refuse('The input name takes letters, digits and hyphens.');
  return name;
}

/**
 * Sets an output of the step.
 *
 * @throws Error if the value has several lines: the runner would read them as more outputs
 */
export function output(name: string, value: string): void {
  if (/[\r\n]/.test(value)) throw new Error(`The output ${name} has several lines.`);
  appendFileSync(env('GITHUB_OUTPUT'), `${name}=${value}\n`);
}

/** Shows a message in the log and on the page of the run. */
export function say(level: 'notice' | 'warning' | 'error', message: string): void {
  const text = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${level} title=Agent-readiness audit::${text}\n`);
}

/** Ends the step with an error. The exit code is 2 for an invalid input. */
export function refuse(message: string, code = 2): never {
  say('error', message);
  process.exit(code);
}
