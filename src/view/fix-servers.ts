/** The configuration of web servers: one text for each place in it, with what all fixes of a plan need. */
import { codeBlocksOf, withoutCode } from './guide-text.ts';
import { type Block, blocksIn, mergeBlocks, printBlocks } from './merge-blocks.ts';
import type { Platform } from './platforms.ts';

/** What goes into one place. */
export interface ServerText {
  readonly platform: Platform;
  /** As it is called in a configuration: `http { … }`, `.htaccess`. */
  readonly place: string;
  /** What to heed there, as Markdown. */
  readonly note: string;
  /** Of its code. */
  readonly language: string;
  readonly text: string;
}

/** A part of a configuration, as a snippet has it. */
interface Part {
  readonly place: string;
  readonly blocks: readonly Block[];
  readonly modules: readonly string[];
}

const LANGUAGES: Readonly<Record<string, string>> = {
  nginx: 'nginx',
  apache: 'apacheconf',
  caddy: 'caddyfile',
};

/**
 * Takes the configuration of the site's web servers out of the snippets of fixes, and makes it one.
 *
 * @param platforms of the site
 */
export function serversApart<F extends { readonly snippet: string }>(
  fixes: readonly F[],
  platforms: readonly Platform[],
) {
  const own = platforms.filter(({ id }) => Object.hasOwn(LANGUAGES, id));
  const servers = own.flatMap((platform) => {
    const language = LANGUAGES[platform.id] ?? '';
    const parts = fixes
      .flatMap(({ snippet }) => codeBlocksOf(snippet))
      .filter((block) => block.language === language && block.heading === platform.name)
      .map(({ code }) => partOf(platform.id, code));
    return [...Map.groupBy(parts, ({ place }) => place)]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([place, of]) => textOf(platform, place, of));
  });
  const apart = fixes.map((fix) => {
    const moved = own.filter(({ id, name }) =>
      codeBlocksOf(fix.snippet).some((one) => one.heading === name && one.language === LANGUAGES[id]),
    );
    const snippet = moved.reduce(
      (text, { id, name }) => withoutCode(text, name, LANGUAGES[id] ?? ''),
      fix.snippet,
    );
    return { ...fix, snippet, servers: moved };
  });
  return { servers, fixes: apart };
}

const FIRST = /^# ([^\n]*)\n/;

/** Where a snippet belongs, by its first line, and what it has there. */
function partOf(platform: string, code: string): Part {
  const first = FIRST.exec(code)?.[1] ?? '';
  const blocks = blocksIn(code.replace(FIRST, ''));
  const modules = first.match(/\bmod_\w+/g) ?? [];
  if (platform === 'caddy') return { place: 'Caddyfile', blocks, modules };
  if (platform === 'apache')
    return { place: first.startsWith('.htaccess') ? '.htaccess' : '<VirtualHost>', blocks, modules };
  const [, place = 'server'] = /^in (http|server|location [^{]+) \{/.exec(first) ?? [];
  if (!place.startsWith('location')) return { place: `${place} { … }`, blocks, modules };
  const location = { notes: [], head: `${place} {`, body: blocks, end: '}' };
  return { place: 'server { … }', blocks: [location], modules };
}

function textOf(platform: Platform, place: string, parts: readonly Part[]): ServerText {
  const blocks = parts.reduce<readonly Block[]>((all, part) => mergeBlocks(all, part.blocks), []);
  const modules = [...new Set(parts.flatMap((part) => part.modules))].toSorted();
  const lines = printBlocks(blocks, platform.id === 'caddy' ? '\t' : '    ');
  const text = `${lines.join('\n')}\n`;
  const notes = [
    NOTES[`${platform.id} ${place}`] ?? '',
    ...(modules.length > 0 ? [`It needs ${modules.join(', ')}.`] : []),
    ...(/^add_header /m.test(text)
      ? ['A location with an `add_header` of its own inherits none: repeat these in it.']
      : []),
    ...(text.includes('/var/www/example') ? ['`/var/www/example` is the folder that is published.'] : []),
  ];
  return { platform, place, note: notes.join(' ').trim(), language: LANGUAGES[platform.id] ?? '', text };
}

/** How the text gets into a configuration that is there. */
const NOTES: Readonly<Record<string, string>> = {
  'nginx http { … }': 'A file of its own in `conf.d/` is in it.',
  'nginx server { … }':
    'A location that is there keeps its lines and gets these; a `root`, `error_page 404` or `try_files` that is there is replaced.',
  'apache .htaccess': 'In the folder that is published; before the rules that are there.',
  'caddy Caddyfile':
    'What the block of the site has stays; its `try_files` and `file_server` are replaced by those here.',
};
