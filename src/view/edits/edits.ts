/** Which files of a project mend what an audit found, without guessing, and what stays in the plan. */
import { definitionOf } from '../../definitions/index.ts';
import { isFailedResult } from '../advice.ts';
import {
  apiCatalogEdits,
  llmsTxtEdits,
  SKILLS_PATH,
  securityTxtEdits,
  serverCardEdits,
  skillsEdits,
} from './documents.ts';
import { headersFileOf, NGINX_INCLUDE, responseHeaderEdits } from './response-headers.ts';
import { robotsEdits } from './robots.ts';
import { type FileEdit, generatorsOf, type SiteProject, servedFile, type Unwritten } from './site-project.ts';

/** Documents that are written as static files, by their paths. */
const DOCUMENTS = [
  '/robots.txt',
  '/llms.txt',
  '/.well-known/security.txt',
  '/.well-known/api-catalog',
  '/.well-known/mcp/server-card.json',
  `${SKILLS_PATH}/index.json`,
] as const;

/** The files that edits depend on, and may change; what else the project holds is not read. */
export function filesOfInterest(publicFolder: string | undefined): string[] {
  const served = publicFolder === undefined ? [] : [...DOCUMENTS, '/_headers'];
  return [
    ...served.map((path) => servedFile(path, publicFolder ?? '.')),
    ...DOCUMENTS.flatMap(generatorsOf),
    'netlify.toml',
    'vercel.json',
    NGINX_INCLUDE,
  ];
}

/** What is done to a project, and what is left. */
export interface ProjectEdits {
  readonly edits: readonly FileEdit[];
  readonly unwritten: readonly Unwritten[];
  /** Failed checks that no file alone mends, of those that this version knows. */
  readonly others: readonly string[];
}

/**
 * The edits for a project.
 *
 * @param selected the checks that are to be mended; all when left out
 */
export function projectEdits(project: SiteProject, selected?: ReadonlySet<string>): ProjectEdits {
  const documents = [
    robotsEdits(project),
    llmsTxtEdits(project),
    securityTxtEdits(project),
    apiCatalogEdits(project, setsTypes(project)),
    serverCardEdits(project),
    skillsEdits(project),
  ];
  const written = documents.flatMap(({ edits }) => edits).filter((edit) => isSelected(edit, selected));
  const headers = responseHeaderEdits(project, written);
  const edits = [...written, ...headers.edits.filter((edit) => isSelected(edit, selected))];
  const mended = new Set<string>(edits.flatMap(({ checks }) => checks));
  const unwritten = [...documents, headers]
    .flatMap((one) => one.unwritten)
    .filter(({ check }) => !mended.has(check) && (selected?.has(check) ?? true));
  const told = new Set<string>(unwritten.map(({ check }) => check));
  const others = project.envelope.scorecard.results
    .filter(isFailedResult)
    .map(({ id }) => id)
    .filter((id) => definitionOf(id) !== undefined && !mended.has(id) && !told.has(id))
    .filter((id) => selected?.has(id) ?? true);
  return { edits, unwritten, others };
}

function setsTypes(project: SiteProject): boolean {
  const file = headersFileOf(project);
  return 'kind' in file && file.kind !== 'nginx';
}

function isSelected({ checks }: FileEdit, selected: ReadonlySet<string> | undefined): boolean {
  return selected === undefined || checks.some((check) => selected.has(check));
}
