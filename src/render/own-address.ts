/**
 * Texts name the deployment that publishes them by marks: `<base_url>` is its address, `<cli>` the command that runs its
 * command line. They are filled in wherever a text is read: when a page is built, when a Markdown twin or a skill is made.
 */
import { npxCommand } from '../npx.ts';

/** `text` with the address of the deployment, which is an origin without a slash at the end. */
export function withOwnAddress(text: string, origin: string): string {
  return text.replaceAll('<cli>', npxCommand(origin)).replaceAll('<base_url>', origin);
}
