/** What the page of a guide does to its text: a part for each platform, a choice among them, a head for each block of code, and flags in one piece. */
import { HTMLElement, parse } from 'node-html-parser';
import { html as markup, trusted } from '../render/html/markup.ts';
import { prose } from '../render/html/prose.ts';
import { languageName, WORDS_NOTE } from '../view/guide.ts';
import { codeBlocksOf, FIX_HEADING } from '../view/guide-text.ts';
import { type Platform, platformNamed } from '../view/platforms.ts';

/**
 * @param html of the guide's text alone
 * @param markdown of the same text: what fences say beside the language is not in the HTML
 */
export function arrangedGuide(html: string, markdown: string): string {
  const root = parse(html);
  withHeads(root, markdown);
  withWholeFlags(root);
  const platforms = withParts(root);
  const choice = platforms.length > 1 ? choiceOf(platforms) : '';
  heading(root, FIX_HEADING)?.insertAdjacentHTML('afterend', choice);
  heading(root, 'How the verdict is made')?.insertAdjacentHTML('afterend', `<p>${prose(WORDS_NOTE)}</p>`);
  return root.toString();
}

/** A text, each block of its code in a box with its file or language, and a button that scripts show. */
export function withCodeHeads(html: string, markdown: string): string {
  const root = parse(html);
  withHeads(root, markdown);
  withWholeFlags(root);
  return root.toString();
}

const heading = (root: HTMLElement, name: string) =>
  root.querySelectorAll('h2').find(({ text }) => text === name);

function withHeads(root: HTMLElement, markdown: string): void {
  const blocks = codeBlocksOf(markdown);
  for (const [index, pre] of root.querySelectorAll('pre').entries()) {
    const { title = '', language = '' } = blocks[index] ?? {};
    const id = `code-${index + 1}`;
    const name = title || languageName(language);
    pre.setAttribute('id', id);
    pre.replaceWith(
      `${markup`<div class="code"><div class="code-head"><span>${name}</span><button type="button" data-copy="${id}" aria-label="Copy: ${name}" hidden>Copy</button></div>${trusted(pre.toString())}</div>`}`,
    );
  }
}

/** Lines may end at a hyphen: not in `--plan`. */
function withWholeFlags(root: HTMLElement): void {
  for (const code of root.querySelectorAll(':not(pre) > code')) {
    if (/^--?[a-z-]*$/.test(code.text)) code.classList.add('flag');
  }
}

/** Puts what follows the heading of a platform into a section that has its id, and gives the platforms in order. */
function withParts(root: HTMLElement): Platform[] {
  const platforms: Platform[] = [];
  const kept: string[] = [];
  let fixing = false;
  let open = false;
  for (const node of root.childNodes) {
    const tag = node instanceof HTMLElement ? node.tagName : '';
    if (tag === 'H2' || tag === 'H3') {
      if (open) kept.push('</section>\n');
      open = false;
      if (tag === 'H2') fixing = node.text === FIX_HEADING;
      const platform = fixing && tag === 'H3' ? platformNamed(node.text) : undefined;
      if (platform !== undefined && node instanceof HTMLElement) {
        platforms.push(platform);
        node.setAttribute('id', platform.id);
        kept.push(`<section data-platform="${platform.id}" aria-labelledby="${platform.id}">`);
        open = true;
      }
    }
    kept.push(node.toString());
    if (open && tag === 'H3') kept.push(noteOf(platforms.at(-1)));
  }
  if (open) kept.push('</section>');
  root.set_content(kept.join(''));
  return platforms;
}

const noteOf = (platform: Platform | undefined) =>
  platform?.note === undefined ? '' : `${markup`<p>${prose(platform.note)}</p>`}`;

/** Buttons of which one is chosen; what they show is a matter of the sheet of styles, and needs no script. */
function choiceOf(platforms: readonly Platform[]): string {
  const option = (id: string, name: string, chosen: boolean) =>
    markup`<label><input type="radio" name="platform" value="${id}"${chosen && trusted(' checked')}>${name}</label>`;
  return `${markup`<fieldset class="platforms no-print" data-markdown-ignore>
    <legend>Show the fix for</legend>
    ${option('all', 'All', true)}
    ${platforms.map(({ id, name }) => option(id, name, false))}
    <p class="small soft" role="status" data-platform-note></p>
  </fieldset>`}`;
}
