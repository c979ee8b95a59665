/** `npm run verify -- <base_url>`: holds a deployment to the contract from outside; everything is in src/verify. */
import { run } from '../src/verify/command.ts';

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
