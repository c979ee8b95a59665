/** Recognizes the text of an error page that was sent with status 200. */
import { splitFrontMatter } from './front-matter.ts';

/** The number of characters searched for the first line and the first heading. */
const BEGINNING = 4_000;
const MAX_LINE = 200;

/** Matches phrases of error pages in the most common languages on the web. */
const PHRASES =
  /\b(?:http |error |status )?(?:404|410)\b|\b(?:not|nothing|cannot be|can['’]?t be|could ?n[o'’]t be|could not be) found\b|\bnot[_-]found\b|\bno such (?:page|file|document|path|resource|route|key|object)\b|\bno (?:page|file|document|resource|route)s? (?:here|found|exists?|matche[sd]|at|with|by|under|for)\b|\b(?:do(?:es)? ?n[o'’]t|do(?:es)? not|no longer) exists?\b|\bnothing (?:here|to see)\b|\b(?:unknown|missing|invalid) (?:page|path|url|route)\b|\b(?:page|document|file) (?:is )?(?:missing|gone|unavailable)\b|\bcannot (?:get|find)\b|\b(?:can['’]?t|could ?n['’]t|could not) find\b|nicht gefunden|introuvable|non trouvée?|no encontrad[ao]|não encontrad[ao]|non trovat[ao]|niet gevonden|nie znaleziono|не найден|見つかりません|找不到|不存在/iu;

/** Returns whether the first line, the first heading or the title in the front matter says that the page does not exist. */
export function saysNoSuchPage(text: string): boolean {
  const beginning = text.slice(0, BEGINNING);
  const front = splitFrontMatter(beginning);
  const title = /^title:(.*)$/im.exec(front?.block ?? '')?.[1] ?? '';
  const lines = (front?.body ?? beginning).split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const first = lines[0] ?? '';
  const heading = lines.find((line) => /^ {0,3}#{1,6}(?:\s|$)/.test(line)) ?? '';
  return [title, first, heading].some((line) => PHRASES.test(line.slice(0, MAX_LINE)));
}
