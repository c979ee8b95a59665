/** The configuration that several changes write to: one text for each place in it, with what all fixes of a plan need. */
import { guideFileOf } from './guide-files.ts';
import { type CodeBlock, codeBlocksOf, withCode } from './guide-text.ts';
import { type Block, blocksIn, mergeBlocks, printBlocks } from './merge-blocks.ts';
import { type Platform, platformNamed } from './platforms.ts';

/** What goes into one place. */
export interface Configuration {
  readonly platform: Platform;
  /** A file, or what a configuration calls it: `http { … }`. */
  readonly place: string;
  /** What to heed there, as Markdown. */
  readonly note: string;
  /** Of its code. */
  readonly language: string;
  readonly text: string;
}

/** A part of a configuration, as a snippet has it. */
interface Part extends Pick<Configuration, 'platform' | 'place' | 'language'> {
  readonly blocks: readonly Block[];
  /** Of Apache. */
  readonly modules: readonly string[];
}

/** Files that a site has once, and that blocks of several guides are made for. */
const FILES =
  /^(?:docs\/\.vitepress\/config\.mts|hugo\.toml|(?:next|nuxt|astro|docusaurus)\.config\.\w+|src\/(?:hooks\.server|middleware)\.[jt]s)$/;

/** Takes the configuration out of the snippets of fixes, and makes it one. */
export function configurationApart<F extends { readonly snippet: string }>(fixes: readonly F[]) {
  const parts = fixes.flatMap(({ snippet }) => codeBlocksOf(snippet).flatMap((block) => partOf(block) ?? []));
  const configuration = [...Map.groupBy(parts, ({ platform, place }) => `${platform.id} ${place}`).values()]
    .map(textOf)
    .toSorted((a, b) => a.platform.id.localeCompare(b.platform.id) || a.place.localeCompare(b.place));
  const apart = fixes.map((fix) => {
    const own = codeBlocksOf(fix.snippet).flatMap((block) => partOf(block) ?? []);
    const snippet = withCode(fix.snippet, (block) => (partOf(block) === undefined ? block.code : undefined));
    const configured = [...new Set(own.map(({ platform }) => platform))];
    return { ...fix, snippet, configured };
  });
  return { configuration, fixes: apart };
}

const FIRST = /^(?:#|\/\/) ([^\n]*)\n/;

/** Where a block belongs, by its first line, and what it has there; nothing for one that is no configuration. */
function partOf(block: CodeBlock): Part | undefined {
  const platform = platformNamed(block.heading);
  const { language } = block;
  const first = FIRST.exec(block.code)?.[1] ?? '';
  const place = placeOf(block, first);
  if (platform === undefined || place === undefined) return undefined;
  const blocks = blocksIn(block.code.replace(FIRST, ''));
  const modules = first.match(/\bmod_\w+/g) ?? [];
  if (!place.startsWith('location')) return { platform, language, place, blocks, modules };
  const location = { notes: [], head: `${place} {`, body: blocks, end: '}' };
  return { platform, language, place: 'server { … }', blocks: [location], modules };
}

function placeOf(block: CodeBlock, first: string): string | undefined {
  const file = guideFileOf(block);
  if (FILES.test(file)) return file;
  if (block.language === 'caddyfile') return 'Caddyfile';
  if (block.language === 'apacheconf') return first.startsWith('.htaccess') ? '.htaccess' : '<VirtualHost>';
  if (block.language !== 'nginx') return undefined;
  const [, place = 'server'] = /^in (http|server|location [^{]+) \{/.exec(first) ?? [];
  return place.startsWith('location') ? place : `${place} { … }`;
}

const INDENTS: Readonly<Record<string, string>> = { caddyfile: '\t', nginx: '    ', apacheconf: '    ' };

function textOf(parts: readonly [Part, ...Part[]] | readonly Part[]): Configuration {
  const [{ platform, place, language }] = parts as readonly [Part];
  const blocks = parts.reduce<readonly Block[]>((all, part) => mergeBlocks(all, part.blocks), []);
  const modules = [...new Set(parts.flatMap((part) => part.modules))].toSorted();
  const text = `${printBlocks(blocks, INDENTS[language]).join('\n')}\n`;
  const notes = [
    NOTES[`${platform.id} ${place}`] ?? 'What the file has stays; this is added, each in its place.',
    ...(modules.length > 0 ? [`It needs ${modules.join(', ')}.`] : []),
    ...(/^add_header /m.test(text)
      ? ['A location with an `add_header` of its own inherits none: repeat these in it.']
      : []),
    ...(text.includes('/var/www/example') ? ['`/var/www/example` is the folder that is published.'] : []),
  ];
  return { platform, place, note: notes.join(' ').trim(), language, text };
}

/** How the text gets into a configuration that is there. */
const NOTES: Readonly<Record<string, string>> = {
  'nginx http { … }': 'A file of its own in `conf.d/` is in it.',
  'nginx server { … }':
    'A location that is there keeps its lines and gets these; a `root`, `error_page 404` or `try_files` that is there is replaced.',
  'apache .htaccess': 'In the folder that is published; before the rules that are there.',
  'apache <VirtualHost>': 'What the host of the site has stays.',
  'caddy Caddyfile':
    'What the block of the site has stays; its `root`, `try_files` and `file_server` are replaced by those here.',
};
