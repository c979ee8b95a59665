/** Response headers in the file of a project that sets them: `_headers`, netlify.toml, vercel.json, or one that nginx includes. */
import { API_CATALOG_PATH } from './documents.ts';
import {
  type Edits,
  type FileEdit,
  leftOut,
  NO_EDITS,
  NO_FOLDER,
  passes,
  type SiteProject,
  servedFile,
  siteLacks,
  withBlock,
} from './site-project.ts';

/** A file that sets headers, and how. */
type HeadersFile = { readonly kind: Kind; readonly path: string } | { readonly why: string };
type Kind = '_headers' | 'netlify.toml' | 'vercel.json' | 'nginx';

export const NGINX_INCLUDE = 'agent-readiness.nginx.conf';

/** What is named by `--for`, else what is there. */
export function headersFileOf({ platforms, publicFolder, files, closed }: SiteProject): HeadersFile {
  const own = publicFolder === undefined ? undefined : servedFile('/_headers', publicFolder);
  const isThere = (path: string | undefined) => path !== undefined && (files.has(path) || closed.has(path));
  const has = (id: string) => platforms.includes(id);
  const netlify: Kind = isThere(own) || !isThere('netlify.toml') ? '_headers' : 'netlify.toml';
  const named: Kind[] = [];
  if (has('netlify')) named.push(netlify);
  if (has('cloudflare')) named.push('_headers');
  if (has('vercel')) named.push('vercel.json');
  if (has('nginx')) named.push('nginx');
  const found: Kind[] = [];
  if (isThere(own) || isThere('netlify.toml')) found.push(netlify);
  if (isThere('vercel.json')) found.push('vercel.json');
  const [kind, second] = new Set(named.length > 0 ? named : found);
  if (kind === undefined || second !== undefined) {
    return {
      why: `${kind === undefined ? 'no file of the project sets' : 'several files of the project set'} response headers: name who serves the site with --for netlify, vercel, cloudflare or nginx`,
    };
  }
  const path = { _headers: own, nginx: NGINX_INCLUDE, 'netlify.toml': kind, 'vercel.json': kind }[kind];
  if (path === undefined) return { why: NO_FOLDER };
  const why = closed.get(path);
  return why === undefined ? { kind, path } : { why };
}

/** Headers of the answers under one path. */
interface HeaderRule {
  readonly path: string;
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * The home page leads to what is there, or is being written.
 *
 * @param others the edits so far
 */
export function responseHeaderEdits(project: SiteProject, others: readonly FileEdit[]): Edits {
  const isWritten = (check: FileEdit['checks'][number]) =>
    others.some(({ checks }) => checks.includes(check));
  const types: HeaderRule[] = isWritten('api-catalog')
    ? [{ path: API_CATALOG_PATH, name: 'Content-Type', values: ['application/linkset+json'] }]
    : [];
  const wantsLinks = siteLacks('link-headers', project);
  const values = wantsLinks ? linksOf(project, isWritten) : [];
  const links: HeaderRule[] = values.length === 0 ? [] : [{ path: '/', name: 'Link', values }];
  const rules = [...links, ...types];
  const nothing =
    wantsLinks && links.length === 0
      ? leftOut('link-headers', 'the site has nothing yet that a link could lead to')
      : NO_EDITS;
  if (rules.length === 0) return nothing;
  const file = headersFileOf(project);
  if ('why' in file) return links.length === 0 ? nothing : leftOut('link-headers', file.why);
  const before = project.files.get(file.path);
  const after = withRules(file.kind, before, rules);
  if (typeof after === 'object') return leftOut('link-headers', `${file.path}: ${after.why}`);
  const byHand = file.kind === 'nginx' ? `in server { … }: include ${NGINX_INCLUDE};` : undefined;
  const checks = links.length > 0 ? (['link-headers'] as const) : (['api-catalog'] as const);
  return { edits: [{ path: file.path, before, after, checks, byHand }], unwritten: nothing.unwritten };
}

/** What stands in a configuration as it is. A path may hold what ends a quotation there. */
const HARMLESS = /^[\w./+%~-]{1,300}$/;

/** Links as RFC 8288 writes them; a target of this origin by its path. */
function linksOf(project: SiteProject, isWritten: (check: 'llms-txt' | 'api-catalog') => boolean): string[] {
  const has = (check: 'llms-txt' | 'api-catalog') => passes(check, project) || isWritten(check);
  const { openapi } = project.facts ?? {};
  return [
    ...(has('llms-txt') ? ['</llms.txt>; rel="describedby"; type="text/plain"'] : []),
    ...(has('api-catalog')
      ? [`<${API_CATALOG_PATH}>; rel="api-catalog"; type="application/linkset+json"`]
      : []),
    ...(openapi === undefined || !HARMLESS.test(openapi.path) || !HARMLESS.test(openapi.type)
      ? []
      : [`<${openapi.path}>; rel="service-desc"; type="${openapi.type}"`]),
  ];
}

type Refused = { readonly why: string };

/** The file with the rules in it; refused where it has such headers of its own, which are its owner's to join. */
function withRules(kind: Kind, before: string | undefined, rules: readonly HeaderRule[]): string | Refused {
  const text = before ?? '';
  if (/^[ \t]{0,40}Link[ \t]{0,9}[:=]|"Link"|\badd_header\b/im.test(text))
    return { why: 'it has Link headers of its own' };
  if (kind === 'vercel.json') return withVercelRules(text, rules);
  if (kind === 'netlify.toml') {
    if (/^[ \t]{0,40}headers[ \t]{0,9}=/m.test(text)) return { why: 'its headers are on one line' };
    return withBlock(text, rules.map(tomlRule).join('\n'));
  }
  if (kind === 'nginx') {
    return withBlock(text, rules.map(({ values }) => `add_header Link '${values.join(', ')}';\n`).join(''));
  }
  const lines = rules.flatMap(({ path, name, values }) => [
    path,
    ...values.map((one) => `  ${name}: ${one}`),
  ]);
  return withBlock(text, `${lines.join('\n')}\n`);
}

function tomlRule({ path, name, values }: HeaderRule): string {
  return `[[headers]]\n  for = "${path}"\n  [headers.values]\n    ${name} = '${values.join(', ')}'\n`;
}

/** Puts the rules before those that are there, as text, so that the file keeps its form. */
function withVercelRules(before: string, rules: readonly HeaderRule[]): string | Refused {
  const added = rules.map(({ path, name, values }) => ({
    source: path,
    headers: [{ key: name, value: values.join(', ') }],
  }));
  if (before.trim() === '') return `${JSON.stringify({ headers: added }, null, 2)}\n`;
  const [, ending = '\n', indent = '  '] = /\{(\r?\n)([ \t]+)"/.exec(before) ?? [];
  const shown = (value: unknown, depth: number) =>
    JSON.stringify(value, null, indent).replaceAll('\n', `${ending}${indent.repeat(depth)}`);
  const own = /"headers"\s*:\s*\[/.exec(before);
  const items = added.map((one) => `${ending}${indent.repeat(2)}${shown(one, 2)}`).join(',');
  const after =
    own === null
      ? before.replace(
          /\s{0,20}\}\s{0,20}$/,
          (end) =>
            `${/\{\s*\}\s*$/.test(before) ? '' : ','}${ending}${indent}"headers": ${shown(added, 1)}${end.includes('\n') ? end : `${ending}}`}`,
        )
      : `${before.slice(0, own.index)}${own[0]}${items}${/^\s*\]/.test(before.slice(own.index + own[0].length)) ? '' : ','}${before.slice(own.index + own[0].length)}`;
  return saysTheSame(before, after, added)
    ? after
    : { why: 'its form is not one that can be added to safely' };
}

/** Whether nothing but the rules has come to a JSON document. */
function saysTheSame(before: string, after: string, added: readonly unknown[]): boolean {
  try {
    const [old, now] = [before, after].map((text) => JSON.parse(text.replace(/^\uFEFF/, '')));
    return JSON.stringify({ ...old, headers: [...added, ...(old.headers ?? [])] }) === JSON.stringify(now);
  } catch {
    return false;
  }
}
