/** The pipeline that audits a site in every pull request or merge request: a file for each system. Pure. */
import { npxCommand } from '../../npx.ts';
import type { Project } from './project.ts';

/** By commit, which nobody can move as they can a tag; a test holds them to those of this project's own workflows. */
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
const SETUP_NODE = 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0';
/** The line of Node that pipelines get. */
const NODE_MAJOR = '24';

/** Seconds that a site may take to answer after it was started. */
const WAIT_S = 60;

export interface PipelineFacts {
  /** The catalog whose command line is run; no slash at the end. */
  readonly origin: string;
  readonly project: Project;
  /** The site; with Netlify's previews the address of production, which they give as their own. */
  readonly target: string;
  /** The command that starts it, on one line; left out where the site is up. */
  readonly start: string | undefined;
}

/** A workflow of GitHub that builds the site, starts it where that is needed, and audits it. */
export function githubWorkflow(facts: PipelineFacts): string {
  const { origin, start } = facts;
  return file([
    ...workflowHead(origin, ['pull_request:', 'push:', '  branches: [main, master]'], []),
    ...builds(facts).map((command) => `      - run: ${command}`),
    ...(start === undefined
      ? []
      : ['      - name: Start the site', '        run: |', `          ${inBackground(start)}`]),
    '      - name: Audit',
    '        run: >-',
    ...commandLines(facts, GITHUB_REPORTS).map((line) => `          ${line}`),
    ...SHOW_REPORTS,
    ...(start === undefined
      ? []
      : [
          '      - name: What the site has printed',
          '        if: failure()',
          '        run: tail -n 100 site.log',
        ]),
  ]);
}

/** The same for what Netlify deploys for a pull request. Its commit status says when that very commit is up. */
export function netlifyWorkflow(facts: PipelineFacts): string {
  const args = ['"$PREVIEW"', `--canonical-origin ${facts.target}`];
  return file([
    ...workflowHead(facts.origin, ['pull_request:'], ['statuses: read']),
    ...WAIT_FOR_NETLIFY,
    '      - name: Audit',
    '        env:',
    `          PREVIEW: \${{ steps.preview.outputs.url }}`,
    '        run: >-',
    ...commandLines({ ...facts, start: undefined }, GITHUB_REPORTS, args).map((line) => `          ${line}`),
    ...SHOW_REPORTS,
  ]);
}

/** A job of GitLab. Its reports show in the merge request by themselves. */
export function gitlabJob(facts: PipelineFacts): string {
  const { origin, start } = facts;
  return file([
    ...comment(origin),
    'agent-readiness:',
    `  image: node:${NODE_MAJOR}`,
    '  rules:',
    '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
    '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    '  script:',
    ...builds(facts).map((command) => `    - ${command}`),
    ...(start === undefined ? [] : ['    - |', `      ${inBackground(start)}`]),
    '    - >-',
    ...commandLines(facts, GITLAB_REPORTS).map((line) => `      ${line}`),
    '  artifacts:',
    '    when: always',
    '    paths:',
    '      - report.md',
    ...(start === undefined ? [] : ['      - site.log']),
    '    reports:',
    '      codequality: codequality.json',
    '      junit: junit.xml',
  ]);
}

const GITHUB_REPORTS = 'github=annotations.txt,markdown=report.md';
const GITLAB_REPORTS = 'gitlab=codequality.json,junit=junit.xml,markdown=report.md';

const SHOW_REPORTS = [
  '      - name: Report',
  '        if: always()',
  '        run: |',
  '          if [ -f annotations.txt ]; then cat annotations.txt; fi',
  '          if [ -f report.md ]; then cat report.md >> "$GITHUB_STEP_SUMMARY"; fi',
];

/**
 * Netlify makes no deployments of GitHub, whose event could start a workflow: it sets a commit status, netlify/<site>/deploy-preview.
 * The address is as documented (https://docs.netlify.com/deploy/deploy-types/deploy-previews/).
 */
const WAIT_FOR_NETLIFY = `
      - name: Wait for the deploy preview of this commit
        id: preview
        env:
          GH_TOKEN: \${{ github.token }}
          COMMIT: \${{ github.event.pull_request.head.sha }}
          NUMBER: \${{ github.event.pull_request.number }}
        run: |
          query='[.statuses[] | select(.context | test("^netlify/[^/]+/deploy-preview$"))][0] | "\\(.state) \\(.context)"'
          for _ in $(seq 90); do
            read -r state context < <(gh api "repos/$GITHUB_REPOSITORY/commits/$COMMIT/status" --jq "$query") || true
            case "$state" in
              success)
                site="\${context#netlify/}"
                echo "url=https://deploy-preview-$NUMBER--\${site%/deploy-preview}.netlify.app" >> "$GITHUB_OUTPUT"
                exit 0
                ;;
              failure | error)
                echo '::error::Netlify could not deploy the preview.'
                exit 1
                ;;
            esac
            sleep 10
          done
          echo '::error::Netlify has not deployed the preview within 15 minutes.'
          exit 1`
  .split('\n')
  .slice(1);

function file(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function comment(origin: string): readonly string[] {
  return [
    '# Audits how ready the site is for AI agents, and holds it to agent-readiness.config.json.',
    `# How it works: ${origin}/ci`,
  ];
}

function workflowHead(
  origin: string,
  events: readonly string[],
  permissions: readonly string[],
): readonly string[] {
  return [
    ...comment(origin),
    'name: agent-readiness',
    '',
    'on:',
    ...events.map((line) => `  ${line}`),
    '',
    'permissions:',
    ...['contents: read', ...permissions].map((line) => `  ${line}`),
    '',
    'jobs:',
    '  audit:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    '    steps:',
    `      - uses: ${CHECKOUT}`,
    '        with:',
    '          persist-credentials: false',
    `      - uses: ${SETUP_NODE}`,
    '        with:',
    `          node-version: "${NODE_MAJOR}"`,
  ];
}

/** What comes before a site can be started; nothing where it is up. */
function builds({ project, start }: PipelineFacts): readonly string[] {
  if (start === undefined) return [];
  return [...project.install, ...(project.build === undefined ? [] : [project.build])];
}

function inBackground(command: string): string {
  return `(${command}) > site.log 2>&1 &`;
}

/** The audit, by the command line that the catalog publishes, in lines that YAML folds into one. `--yes`: npx asks nothing. */
function commandLines(
  { origin, start }: PipelineFacts,
  reports: string,
  args: readonly string[] = [],
): readonly string[] {
  return [
    npxCommand(origin).replace(/^npx /, 'npx --yes '),
    ...args,
    // Named, because what is only found must be its reader's own, and runners have files that everybody may write.
    '--config agent-readiness.config.json',
    ...(start === undefined ? [] : [`--wait-for ${WAIT_S}`]),
    `--output-file ${reports}`,
  ];
}
