/** Documentation generators, built by the commands of their page and served with the nginx page's file. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bin, file, folder, run, type Stack, together } from '../process.ts';
import { filesOf, type PageFiles, project, replaced, type StackCase } from './journey.ts';
import { NGINX } from './servers.ts';

interface Generator {
  /** The first word of the page's build command. */
  readonly command: string;
  /** The page's configuration file, and the part of it that a site does not have before. */
  readonly configuration?: readonly [title: string, added: string];
  /** Other files of the project. */
  readonly others?: PageFiles;
  /** Writes a page of Markdown with its title. */
  readonly page: (title: string, text: string) => string;
  /** The file of the home page, in the folder of the sources. */
  readonly home: string;
  /** The folder of files that are published as they are. */
  readonly published: string;
  /** Whether the page says to write `llms.txt` by hand. */
  readonly writesLlms?: boolean;
  readonly built: string;
  /** The path of the guide, if it is not a folder. */
  readonly guideAt?: string;
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
    page: withHeading,
    home: 'docs/index.md',
    published: 'docs/public',
    built: 'docs/.vitepress/dist',
    guideAt: '/guide/first.html',
  },
  Docusaurus: {
    command: 'docusaurus',
    configuration: [
      'docusaurus.config.mjs',
      "  plugins: [['@signalwire/docusaurus-plugin-llms-txt', { siteDescription, content: { includePages: true } }]],\n",
    ],
    others: { 'package.json': '{}' },
    page: withTitle,
    home: 'docs/index.md',
    published: 'static',
    built: 'build',
  },
  Starlight: {
    command: 'astro',
    configuration: ['astro.config.mjs', ', plugins: [llms({ details })]'],
    others: {
      // Astro's build looks for "cookie" from here: package.json of the nightly tests names the version that Astro wants.
      'package.json': manifest('astro', '@astrojs/starlight', 'starlight-llms-txt'),
      'src/content.config.ts': `import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
    },
    page: withTitle,
    home: 'src/content/docs/index.md',
    published: 'public',
    built: 'dist',
  },
  MkDocs: {
    command: 'mkdocs',
    others: { 'mkdocs.yml': `site_name: Example\nsite_description: ${DESCRIPTION}\n` },
    page: withHeading,
    home: 'docs/index.md',
    published: 'docs',
    writesLlms: true,
    built: 'site',
  },
  Hugo: {
    command: 'hugo',
    others: {
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
    published: 'static',
    writesLlms: true,
    built: 'public',
  },
};

const PAGE = 'documentation-generators';
const ADDITIONS =
  /<link rel="alternate" type="text\/markdown"[^>]*>(?=<\/head>)|<noscript>.*?<\/noscript>(?=<\/body>)| *<link href="[^"]*" rel="(?:describedby|alternate" type="text\/markdown)">\n/g;
/** Docusaurus names its scripts by their content, and that contains its configuration; MkDocs writes when it built the site. */
const BY_BUILD = /\.[0-9a-f]{8}\.js|Build Date UTC : .*/g;

/** Writes a project and builds it: after, with the page's files and by its command. Returns the folder of the built site. */
async function build(generator: Generator, url: string, files: PageFiles, after: boolean): Promise<string> {
  const { command, configuration, others, page, home, published, writesLlms } = generator;
  const written: Record<string, string> = {
    ...others,
    [home]: page('Harbour tides', HOME),
    [join(dirname(home), 'guide/first.md')]: page('How to read a tide table', GUIDE),
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
  const folder = await project(command, written);
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
  const { guideAt = '/guide/first/index.html' } = generator;
  return {
    name,
    page: PAGE,
    before: (port) => serve(generator, port, false),
    after: (port) => serve(generator, port, true),
    pages: { '/': '/index.md', [guideAt.replace(/index\.html$/, '')]: guideAt.replace(/html$/, 'md') },
    assets: ['/style.css'],
    score: 100,
    withoutAdditions: (text) => text.replace(ADDITIONS, '').replace(BY_BUILD, ''),
  };
});
