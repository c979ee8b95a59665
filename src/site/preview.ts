/** Renders the preview pictures for links on other sites: one for each score, and one for pages without a score. */

import { readFileSync } from 'node:fs';

import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import { html, type Markup } from '../report/html/markup.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewPath } from '../report/html/page.ts';

const STYLES = readFileSync(new URL('./styles/colors.css', import.meta.url), 'utf8');
const [PAPER, INK, SOFT, LINE, ACCENT] = ['paper', 'ink', 'soft', 'line', 'accent'].map(lightColor);
/** The left edge of the text and its maximum width, in pixels. */
const LEFT = 80;
const ROOM = PREVIEW_WIDTH - 2 * LEFT;
/** Few colors and no dithering keep a picture at 9 kB, and take no extra time. */
const PNG = { palette: true, colors: 16, effort: 1, dither: 0 } as const;

export async function writePreviews(dir: URL, site: string): Promise<void> {
  // Makes fontconfig ignore the machine's fonts. It must be set before the first text is drawn.
  process.env.FONTCONFIG_FILE = fileURLToPath(new URL('./preview-fonts.conf', import.meta.url));
  const { default: sharp } = await import('sharp');
  const scores = [undefined, ...Array.from({ length: 101 }, (_, score) => score)];
  const turn = pLimit(availableParallelism());
  await mkdir(new URL('preview/', dir), { recursive: true });
  await Promise.all(
    scores.map((score) =>
      turn(async () => {
        const image = sharp(Buffer.from(previewSvg(score, new URL(site).host))).png(PNG);
        await writeFile(new URL(`.${previewPath(score)}`, dir), await image.toBuffer());
      }),
    ),
  );
}

function previewSvg(score: number | undefined, host: string): string {
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" font-family="Source Serif 4">
    <rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="${PAPER}" />
    <rect width="${PREVIEW_WIDTH}" height="10" fill="${ACCENT}" />
    <path d="M86.25 95.75V84.5M95.4 95.75V68.25M104.6 95.75V75.75M113.75 95.75V68.25" stroke="${ACCENT}" stroke-width="5.5" />
    <text x="132" y="94" font-size="30" font-weight="600" fill="${INK}">Agent readiness</text>
    ${score === undefined ? question() : figure(score)}
    <rect x="${LEFT}" y="537" width="${ROOM}" height="2" fill="${LINE}" />
    <text x="${LEFT}" y="580" font-size="24" fill="${SOFT}">${host}</text>
  </svg>`);
}

function figure(score: number): Markup {
  return html`<text x="${LEFT}" y="340" font-size="190" font-weight="600" fill="${ACCENT}">${score}%</text>
    <text x="${LEFT}" y="405" font-size="40" fill="${SOFT}">${SCORE_OF.relative}</text>
    <rect x="${LEFT}" y="450" width="${ROOM}" height="22" fill="${LINE}" />
    <rect x="${LEFT}" y="450" width="${(ROOM * score) / 100}" height="22" fill="${ACCENT}" />`;
}

function question(): Markup {
  return html`<g font-size="76" font-weight="600" fill="${INK}">
      <text x="${LEFT}" y="240">How ready is your site</text>
      <text x="${LEFT}" y="328">for AI agents?</text>
    </g>
    <g font-size="30" fill="${SOFT}">
      <text x="${LEFT}" y="426">${CHECK_COUNT} checks, the evidence for each verdict,</text>
      <text x="${LEFT}" y="470">and a guide to each fix.</text>
    </g>`;
}

function lightColor(name: string): string {
  const [, color] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}),`).exec(STYLES) ?? [];
  if (color === undefined) throw new Error(`src/site/styles/colors.css has no color ${name}.`);
  return color;
}
