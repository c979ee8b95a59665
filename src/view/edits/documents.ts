/** Documents that a site has not got and that can be made of what was seen of it. */
import type { CheckId } from '../../definitions/index.ts';
import type { TitledPage } from '../../scorecard/site-facts.ts';
import {
  type Edits,
  fallsShort,
  freePlaceOf,
  leftOut,
  NO_ADDRESS,
  NO_EDITS,
  NO_FACTS,
  type SiteProject,
  siteLacks,
} from './site-project.ts';

/** A new document, or why there is none. */
function created(path: string, text: string, checks: readonly CheckId[], project: SiteProject): Edits {
  const [check] = checks;
  const place = freePlaceOf(path, project);
  if ('why' in place) return check === undefined ? NO_EDITS : leftOut(check, place.why);
  return { edits: [{ path: place.file, before: undefined, after: text, checks }], unwritten: [] };
}

/** Title, description and pages as the site itself has them. When to use the site only its owner can say. */
export function llmsTxtEdits(project: SiteProject): Edits {
  const { facts } = project;
  if (!siteLacks('llms-txt', project)) return NO_EDITS;
  if (facts === undefined) return leftOut('llms-txt', NO_FACTS);
  if (facts.title === undefined) return leftOut('llms-txt', 'the home page has no title');
  if (facts.description === undefined) {
    return leftOut('llms-txt', 'the home page has no description, of which its summary would be made');
  }
  if (facts.pages === undefined) {
    return leftOut('llms-txt', 'a recording does not hold the titles of the pages: name the site itself');
  }
  const { listed, titled } = facts.pages;
  const made = created(
    '/llms.txt',
    llmsTxt(titled, facts.title, facts.description, project.published ?? ''),
    ['llms-txt', 'llms-txt-format', 'llms-txt-links'],
    project,
  );
  const [edit] = made.edits;
  if (edit === undefined) return made;
  const why = `only the owner can say it: add a section “When to use ${facts.title}” to ${edit.path}`;
  const byHand =
    listed > titled.length
      ? `it lists ${titled.length} of ${listed} pages: see whether the right ones`
      : undefined;
  return { edits: [{ ...edit, byHand }], unwritten: [{ check: 'llms-txt-when-to-use', why }] };
}

function llmsTxt(pages: readonly TitledPage[], title: string, description: string, origin: string): string {
  const home = { path: '/', title, description: undefined };
  const lines = [home, ...pages].map(
    ({ path, title: name, description: about }) =>
      `- [${linkText(name)}](${origin}${linkTarget(path)})${about === undefined ? '' : `: ${about}`}`,
  );
  return `# ${title}\n\n> ${description}\n\n## Pages\n\n${lines.join('\n')}\n`;
}

function linkText(text: string): string {
  return text.replace(/[\\[\]]/g, '\\$&');
}

function linkTarget(path: string): string {
  return path.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** RFC 9116 recommends that a file expires within a year (section 2.5.5). */
const DAYS_GOOD = 364;

export function securityTxtEdits(project: SiteProject): Edits {
  const { contact, envelope, published } = project;
  if (!siteLacks('security-txt', project)) return NO_EDITS;
  if (contact === undefined) {
    return leftOut('security-txt', 'whom to write to is not known: name it with --contact mailto:…');
  }
  const until = new Date(Date.parse(envelope.freshness.scored_at) + DAYS_GOOD * 86_400_000);
  const path = '/.well-known/security.txt';
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${until.toISOString().slice(0, 19)}Z`,
    ...(published === undefined ? [] : [`Canonical: ${published}${path}`]),
  ];
  return created(path, `${lines.join('\n')}\n`, ['security-txt'], project);
}

export const API_CATALOG_PATH = '/.well-known/api-catalog';

/**
 * The description that answers, as a linkset (RFC 9727). Its type has to be set, because the name has no ending by which
 * servers know it.
 *
 * @param setsTypes whether a file of the project sets the types of answers
 */
export function apiCatalogEdits(project: SiteProject, setsTypes: boolean): Edits {
  const { facts, published } = project;
  if (!fallsShort('api-catalog', project) || !siteLacks('api-catalog', project)) return NO_EDITS;
  if (facts === undefined) return leftOut('api-catalog', NO_FACTS);
  if (facts.openapi === undefined) return leftOut('api-catalog', 'no OpenAPI description was seen to list');
  if (published === undefined) return leftOut('api-catalog', NO_ADDRESS);
  if (!setsTypes) {
    return leftOut(
      'api-catalog',
      'nothing in the project would give it its type: name who serves it with --for netlify, vercel or cloudflare',
    );
  }
  const { path, type } = facts.openapi;
  const linkset = [{ anchor: `${published}/`, 'service-desc': [{ href: `${published}${path}`, type }] }];
  return created(API_CATALOG_PATH, json({ linkset }), ['api-catalog'], project);
}

/** The card of the server that answers, as it names itself (the server-card extension, family `v1`). */
export function serverCardEdits(project: SiteProject): Edits {
  const { facts, published } = project;
  const check = 'well-known-mcp-card';
  if (!siteLacks(check, project)) return NO_EDITS;
  if (facts === undefined) return leftOut(check, NO_FACTS);
  if (facts.mcp === undefined) return leftOut(check, 'no server of this origin has said what it is called');
  if (published === undefined) return leftOut(check, NO_ADDRESS);
  const { path, name, version, title, description } = facts.mcp;
  const { hostname } = new URL(published);
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${hostname.split('.').toReversed().join('.')}/${name.replace(/[^\w.-]+/g, '-')}`,
    version,
    ...(title === undefined ? {} : { title: title.slice(0, 100) }),
    description: (description ?? `The MCP server of ${hostname}: ${title ?? name}`).slice(0, 100),
    websiteUrl: published,
    remotes: [{ type: 'streamable-http', url: `${published}${path}` }],
  };
  return created('/.well-known/mcp/server-card.json', json(card), [check], project);
}

export const SKILLS_PATH = '/.well-known/agent-skills';

/** The index of the skills that the project serves already, each by what its own front matter says. */
export function skillsEdits(project: SiteProject): Edits {
  const { skills } = project;
  if (!siteLacks('agent-skills', project) || skills.length === 0) return NO_EDITS;
  const listed = skills.flatMap(({ name, text, sha256 }) => {
    const description = frontMatterLine(text, 'description');
    if (description === undefined || frontMatterLine(text, 'name') !== name) return [];
    const url = `${SKILLS_PATH}/${name}/SKILL.md`;
    return [{ name, type: 'skill-md', description, url, digest: `sha256:${sha256}` }];
  });
  if (listed.length < skills.length) {
    return leftOut(
      'agent-skills',
      'a SKILL.md lacks a `name` that is its folder’s, or a `description` on one line',
    );
  }
  const index = { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json', skills: listed };
  return created(`${SKILLS_PATH}/index.json`, json(index), ['agent-skills'], project);
}

/** A plain scalar of the front matter; what is quoted, folded or goes on is not read. */
function frontMatterLine(text: string, member: string): string | undefined {
  const [, block = ''] =
    /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.slice(0, 10_000)) ?? [];
  const lines = block.split(/\r?\n/);
  const at = lines.findIndex((line) => line.startsWith(`${member}:`));
  const value = lines[at]?.slice(member.length + 1).trim();
  const isPlain = value !== undefined && /^[^\s"'>|&*!%@`[\]{}#]/.test(value) && !/\s#|:\s/.test(value);
  return isPlain && !/^\s/.test(lines[at + 1] ?? '') ? value : undefined;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
