/** Writes the comment on the pull request. It finds and updates an earlier comment by its mark, so there is only one. */
import { readFileSync } from 'node:fs';
import { env, nameOfAudit, output, say } from '../runner.ts';
import { reportNamed } from './reports.ts';

/** GitHub's maximum length of a comment, in characters. */
const MAX_COMMENT = 65_536;
/** The maximum number of pages to read, with 100 comments each. On longer discussions, ours is among the first comments. */
const MAX_PAGES = 10;
const REQUEST_MS = 30_000;
/** The matched character, followed by a zero-width space. */
const APART = '$&\u200b';

interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly html_url: string;
  readonly user: { readonly type: string } | null;
  readonly author_association: string;
}

interface Event {
  readonly pull_request?: {
    readonly number: number;
    readonly head: { readonly repo: { readonly full_name: string } | null };
  };
  /** In events of `deployment_status`. */
  readonly deployment?: { readonly sha: string };
  /** In events of `status`. */
  readonly sha?: string;
}

/** A response of GitHub with an error status. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, what: string) {
    super(`${what}: HTTP ${status}`);
    this.status = status;
  }
}

const api = `${env('GITHUB_API_URL')}/repos/${env('GITHUB_REPOSITORY')}`;
const mark = `<!-- ${nameOfAudit()} -->`;

try {
  await comment();
} catch (error) {
  if (!(error instanceof Refused) || ![401, 403, 404].includes(error.status)) throw error;
  say(
    'warning',
    `No comment: the token may not write it (HTTP ${error.status}). The job needs the permission pull-requests: write; pull requests from forks and of Dependabot do not get it. The summary of the run has the report.`,
  );
}

async function comment(): Promise<void> {
  const event = JSON.parse(readFileSync(env('GITHUB_EVENT_PATH'), 'utf8')) as Event;
  // At most four bytes for each character.
  const report = reportNamed('comment.md', 4 * MAX_COMMENT);
  if (report === undefined) return say('notice', 'No comment: the audit has left no report.');
  if (env('TOKEN') === '') return say('warning', 'No comment: the input token is empty.');
  const { pull_request: pull } = event;
  if (pull !== undefined && pull.head.repo?.full_name !== env('GITHUB_REPOSITORY')) {
    return say(
      'notice',
      'No comment: a pull request from a fork has no token that may write. See the summary.',
    );
  }
  const number = pull?.number ?? (await pullOf(event.deployment?.sha ?? event.sha));
  if (number === undefined) return say('notice', 'No comment: this run belongs to no open pull request.');

  const body = `${mark}\n${fitting(inert(report))}`;
  const before = await ours(number);
  const written = (await ask(
    before === undefined ? 'POST' : 'PATCH',
    before === undefined ? `/issues/${number}/comments` : `/issues/comments/${before.id}`,
    { body },
  )) as Comment;
  process.stdout.write(`${before === undefined ? 'Commented' : 'Updated'}: ${written.html_url}\n`);
  output('url', written.html_url);
}

/** Returns the open pull request whose last commit this is, because runs after a deployment only name a commit. */
async function pullOf(sha: string | undefined): Promise<number | undefined> {
  if (sha === undefined || env('GITHUB_EVENT_NAME') === 'push') return undefined;
  const pulls = (await ask('GET', `/commits/${encodeURIComponent(sha)}/pulls`)) as {
    number: number;
    state: string;
    head: { sha: string };
  }[];
  return pulls.find(({ state, head }) => state === 'open' && head.sha === sha)?.number;
}

/** Returns our comment of an earlier run: it begins with the mark, and its author is a bot or a member, so a stranger's is not overwritten. */
async function ours(number: number): Promise<Comment | undefined> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const comments = (await ask('GET', `/issues/${number}/comments?per_page=100&page=${page}`)) as Comment[];
    const found = comments.find(
      ({ body, user, author_association: author }) =>
        body?.startsWith(mark) === true &&
        (user?.type === 'Bot' || ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(author)),
    );
    if (found !== undefined || comments.length < 100) return found;
  }
  return undefined;
}

/**
 * Returns the report without the command line's own mark, and disables everything that would have an effect outside the comment:
 * mentions of people and teams, references to issues, marks of other comments, images and other HTML. A zero-width space
 * disables them in text and in code alike.
 */
function inert(report: string): string {
  return report
    .replace(/^<!-- agent-readiness -->\n/, '')
    .replace(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, '')
    .replace(/&(?!(?:amp|lt|gt|#8203);)|<(?!\/?(?:details|summary)>|https?:\/\/)|!(?=\[)|@/g, APART)
    .replace(/(?<!&)#(?=\w)|\/(?=(?:issues|pull|discussions|commit)\/)/g, APART);
}

/** Returns the text, cut at the end of a line if it is too long for a comment. */
function fitting(text: string): string {
  const rest = MAX_COMMENT - mark.length - 200;
  if (text.length <= rest) return text;
  const end = text.lastIndexOf('\n', rest);
  return `${text.slice(0, end > 0 ? end : rest)}\n\nThe rest does not fit into a comment: see the summary of the run.\n`;
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      Authorization: `Bearer ${env('TOKEN')}`,
      'X-GitHub-Api-Version': '2022-11-28',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  if (!response.ok) throw new Refused(response.status, `${method} ${path}`);
  return response.json();
}
