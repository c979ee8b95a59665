/** Options of `init`. */
import { CI_SYSTEMS } from '../enums.ts';
import { choice, flag, text, webUrlSetting } from '../settings.ts';

export const INIT = {
  ci: choice({
    flags: '--ci <system>',
    description: 'the system that runs the pipeline; netlify: GitHub, which audits Netlify’s deploy previews',
    choices: CI_SYSTEMS,
    shown: 'gitlab where there is a .gitlab-ci.yml, else github',
  }),
  target: webUrlSetting({
    flags: '--target <url>',
    description: 'the site: where it listens on this machine, or where it is published',
    shown: 'http://localhost with the port that the project’s start script is known for, else 3000',
  }),
  start: text({
    flags: '--start <command>',
    description: 'what starts the site in the pipeline',
    shown: 'the script start, preview or serve of package.json',
  }),
  baseUrl: webUrlSetting({
    flags: '--base-url <url>',
    description: 'the catalog whose command line the pipeline runs: it publishes cli.tgz there',
    shown: 'the catalog that this command is from',
  }),
  dir: text({
    flags: '--dir <folder>',
    description: 'the project to write into',
    fallback: '.',
    shown: 'this folder',
  }),
  dryRun: flag({ flags: '-n, --dry-run', description: 'show what would be written, and write nothing' }),
  force: flag({ flags: '-f, --force', description: 'overwrite files that differ' }),
} as const;
