/** Documentation generators, built by the commands of their page and served with the nginx page's file. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, file, folder, run, type Stack, together } from '../process.ts';
import { filesOf, type PageFiles, replaced, type StackCase, write } from './journey.ts';
import { NGINX } from './servers.ts';

interface Generator {
  /** The first word of the page's build command. */
  readonly command: string;
  /** The page's configuration file, and the part of it that a site does not have before. */
  readonly configuration?: readonly [title: string, added: string];
  /** The rest of the project. */
  readonly project: Readonly<Record<string, string>>;
  /** Writes a page of Markdown with its title. */
  readonly page: (title: string, text: string) => string;
  readonly home: string;
  readonly guide: string;
  /** The folder of files that are published as they are. */
  readonly published: string;
  /** Whether the page says to write `llms.txt` by hand. */
  readonly writesLlms?: boolean;
  /** The folder of the built site. */
  readonly built: string;
  /** The path of the guide, and of its Markdown. */
  readonly guideAt: readonly [html: string, markdown: string];
}

const DESCRIPTION = 'Tide tables of the southern North Sea, free to use.';
const HOME = `High and low water for the harbours of the southern North Sea. The tables are computed once a year from the harmonic
constants that the hydrographic offices publish, and corrected by what the gauges show. Times are local, heights are in metres.`;
const GUIDE = 'Each row is a day, each pair of columns one **turn** of the tide.';
const LLMS = `# Example

> ${DESCRIPTION}

## When to use

To learn when it is high or low water in a harbour. Not for weather forecasts.

## Pages

- [Harbour tides](/index.md): where the heights come from
`;
const IN_FOLDER = ['/guide/first/', '/guide/first/index.md'] as const;

const withHeading = (title: string, text: string) => `# ${title}\n\n${text}\n`;
const withTitle = (title: string, text: string) =>
  `---\ntitle: ${title}\ndescription: ${DESCRIPTION}\n---\n\n${text}\n`;
const manifest = (...packages: string[]) =>
  JSON.stringify({ type: 'module', dependencies: Object.fromEntries(packages.map((name) => [name, '*'])) });

const GENERATORS: Readonly<Record<string, Generator>> = {
  VitePress: {
    command: 'vitepress',
    configuration: [
      'docs/.vitepress/config.mjs',
      '  vite: { plugins: [llms({ details, injectLLMHint: false })] },\n',
    ],
    project: {},
    page: withHeading,
    home: 'docs/index.md',
    guide: 'docs/guide/first.md',
    published: 'docs/public',
    built: 'docs/.vitepress/dist',
    guideAt: ['/guide/first.html', '/guide/first.md'],
  },
  Docusaurus: {
    command: 'docusaurus',
    configuration: [
      'docusaurus.config.mjs',
      "  plugins: [['@signalwire/docusaurus-plugin-llms-txt', { siteDescription, content: { includePages: true } }]],\n",
    ],
    project: { 'package.json': '{}' },
    page: withTitle,
    home: 'docs/index.md',
    guide: 'docs/guide/first.md',
    published: 'static',
    built: 'build',
    guideAt: IN_FOLDER,
  },
  Starlight: {
    command: 'astro',
    configuration: ['astro.config.mjs', ', plugins: [llms({ details })]'],
    project: {
      'package.json': manifest('astro', '@astrojs/starlight', 'starlight-llms-txt'),
      'src/content.config.ts': `import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
    },
    page: withTitle,
    home: 'src/content/docs/index.md',
    guide: 'src/content/docs/guide/first.md',
    published: 'public',
    built: 'dist',
    guideAt: IN_FOLDER,
  },
  MkDocs: {
    command: 'mkdocs',
    project: { 'mkdocs.yml': `site_name: Example\nsite_description: ${DESCRIPTION}\n` },
    page: withHeading,
    home: 'docs/index.md',
    guide: 'docs/guide/first.md',
    published: 'docs',
    writesLlms: true,
    built: 'site',
    guideAt: IN_FOLDER,
  },
  Hugo: {
    command: 'hugo',
    project: {
      'hugo.toml': 'baseURL = "https://example.com/"\ntitle = "Example"\n',
      'layouts/_default/baseof.html': `<!DOCTYPE html>
<html lang="en">
<head><title>{{ .Title }}</title><meta name="description" content="{{ .Description }}"></head>
<body><main><h1>{{ .Title }}</h1>{{ block "main" . }}{{ end }}</main></body>
</html>
`,
      'layouts/_default/list.html': '{{ define "main" }}{{ .Content }}{{ end }}\n',
      'layouts/_default/single.html': '{{ define "main" }}{{ .Content }}{{ end }}\n',
      'layouts/404.html': '<!DOCTYPE html>\n<title>Lost</title>\n',
    },
    page: withTitle,
    home: 'content/_index.md',
    guide: 'content/guide/first.md',
    published: 'static',
    writesLlms: true,
    built: 'public',
    guideAt: IN_FOLDER,
  },
};

const PAGE = 'documentation-generators';
const ADDITIONS =
  /<link rel="alternate" type="text\/markdown"[^>]*>(?=<\/head>)|<noscript>.*?<\/noscript>(?=<\/body>)| *<link href="[^"]*" rel="(?:describedby|alternate" type="text\/markdown)">\n/g;
/** Docusaurus names its scripts by their content, and that contains its configuration; MkDocs writes when it built the site. */
const BY_BUILD = /\.[0-9a-f]{8}\.js|Build Date UTC : .*/g;

/** Writes a project and builds it: after, with the page's files and by its command. Returns the folder of the built site. */
async function build(generator: Generator, url: string, files: PageFiles, after: boolean): Promise<string> {
  const { command, configuration, project, page, home, guide, published, writesLlms } = generator;
  // In the folder of the nightly tests, whose packages it uses.
  const folder = file(join('build', command));
  await rm(folder, { recursive: true, force: true });
  const written: Record<string, string> = {
    ...project,
    [home]: page('Harbour tides', HOME),
    [guide]: page('How to read a tide table', GUIDE),
    [join(published, 'style.css')]: 'body { margin: auto }\n',
  };
  if (configuration !== undefined) {
    const [title, added] = configuration;
    const changes = {
      'WRITE: one sentence, what it is and for whom.': DESCRIPTION,
      ...(after ? {} : { [added]: '' }),
    };
    written[title] = replaced(files, title, changes).replace('https://example.com', url);
  }
  if (after) {
    written['for-agents.mjs'] = replaced(files, 'for-agents.mjs', {});
    written[join(published, 'robots.txt')] = await readFile(file('stacks/owner/robots.txt'), 'utf8');
    if (writesLlms === true) written[join(published, 'llms.txt')] = LLMS;
  }
  for (const [name, text] of Object.entries(written)) await write(folder, name, text);
  const [line = '', only = ''] =
    new RegExp(`^(${command}\\b.*?) && .*`, 'm').exec(replaced(files, 'build.sh', {})) ?? [];
  await run({
    command: '/bin/sh',
    args: ['-c', after ? line : only],
    cwd: folder,
    env: { PATH: `${bin('')}:${process.env.PATH}`, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  return join(folder, generator.built);
}

async function serve(generator: Generator, port: number, after: boolean): Promise<Stack> {
  const files = await filesOf(PAGE);
  const www = await build(generator, `http://127.0.0.1:${port}`, files, after);
  return together(async (own) => {
    const { path } = own(await folder());
    const site = { '/var/www/example': www, ...NGINX.changes(port) };
    const text = after
      ? replaced(await filesOf('nginx'), NGINX.title, site)
      : replaced({ before: NGINX.before }, 'before', {
          ...site,
          'index index.html;': 'index index.html; error_page 404 /404.html;',
        });
    return own(await NGINX.start(text, port, path)).url;
  });
}

export const DOCUMENTATION: readonly StackCase[] = Object.entries(GENERATORS).map(([name, generator]) => {
  const [html, markdown] = generator.guideAt;
  return {
    name,
    page: PAGE,
    before: (port) => serve(generator, port, false),
    after: (port) => serve(generator, port, true),
    pages: { '/': '/index.md', [html]: markdown },
    assets: ['/style.css'],
    score: 100,
    withoutAdditions: (text) => text.replace(ADDITIONS, '').replace(BY_BUILD, ''),
  };
});
