/** Options of `init`. */
import { CI_SYSTEMS } from '../enums.ts';
import { choice, flag, text, webUrlSetting } from '../settings.ts';

export const INIT = {
  ci: choice({
    flags: '--ci <system>',
    env: 'AUDIT_CI',
    description: 'the system that runs the pipeline; netlify: GitHub, which audits Netlify’s deploy previews',
    choices: CI_SYSTEMS,
    fallback: undefined,
    shown: 'gitlab where there is a .gitlab-ci.yml, else github',
  }),
  target: webUrlSetting({
    flags: '--target <url>',
    env: 'AUDIT_TARGET',
    description: 'the site: where it listens on this machine, or where it is published',
    fallback: undefined,
    shown: 'http://localhost with the port that the project’s start script is known for, else 3000',
  }),
  start: text({
    flags: '--start <command>',
    env: 'AUDIT_START',
    description: 'what starts the site in the pipeline',
    fallback: undefined,
    shown: 'the script start, preview or serve of package.json',
  }),
  baseUrl: webUrlSetting({
    flags: '--base-url <url>',
    env: 'AUDIT_BASE_URL',
    description: 'the catalog whose command line the pipeline runs: it publishes cli.tgz there',
    fallback: undefined,
    shown: 'the catalog that this command is from',
  }),
  dir: text({
    flags: '--dir <folder>',
    env: 'AUDIT_DIR',
    description: 'the project to write into',
    fallback: '.',
    shown: 'this folder',
  }),
  dryRun: flag({
    flags: '-n, --dry-run',
    env: 'AUDIT_DRY_RUN',
    description: 'show what would be written, and write nothing',
  }),
  force: flag({
    flags: '-f, --force',
    env: 'AUDIT_FORCE',
    description: 'overwrite files that differ',
  }),
} as const;
