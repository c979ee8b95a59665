/**
 * What HTML's tree construction works on (HTML standard, section 13.2.6): the tree so far, the open elements and the
 * insertion mode. What happens to a token is said by the rules of the modes. One pass, and bounded: it stops where elements
 * nest too deeply or are too many.
 */
import { SCOPES, TABLE_PARTS } from './elements.ts';
import { FormattingList } from './formatting.ts';
import { followsHtmlRules } from './integration.ts';
import { OpenElements } from './open-elements.ts';
import {
  type ContentModel,
  type DoctypeToken,
  type EndTag,
  isSpace,
  type StartTag,
  type TextToken,
  type Token,
  Tokenizer,
} from './tokens.ts';
import {
  createElement,
  type ForeignNamespace,
  foreignName,
  type Place,
  place,
  placeText,
  type TreeElement,
} from './tree.ts';

/** Deeper nesting than this ends the reading; browsers flatten at 512 (Blink, WebKit). */
const MAX_DEPTH = 512;
/** More elements than this are not read; the largest pages of the web have some ten thousand. */
const MAX_ELEMENTS = 40_000;
/** More steps than this through open elements end the reading: a tag that closes none may have to look at them all. */
const MAX_STEPS = 20_000_000;

export type ModeName =
  | ('initial' | 'beforeHtml' | 'beforeHead' | 'inHead' | 'inHeadNoscript' | 'afterHead' | 'inBody' | 'text')
  | ('inTable' | 'inTableText' | 'inCaption' | 'inColumnGroup' | 'inTableBody' | 'inRow' | 'inCell')
  | ('inSelect' | 'inSelectInTable' | 'inTemplate' | 'afterBody' | 'inFrameset' | 'afterFrameset')
  | ('afterAfterBody' | 'afterAfterFrameset');

export type Rule<T extends Token> = (page: TreeBuilder, token: T) => void;
type Rules<T extends Token> = ReadonlyMap<string, Rule<T>>;

/** What an insertion mode is (section 13.2.4.1): a rule for each kind of token. */
export interface Mode {
  /** White space, where it has a rule of its own. */
  readonly space?: Rule<TextToken>;
  readonly text?: Rule<TextToken>;
  readonly start?: Rules<StartTag>;
  readonly end?: Rules<EndTag>;
  readonly otherStart?: Rule<StartTag>;
  readonly otherEnd?: Rule<EndTag>;
  readonly doctype?: Rule<DoctypeToken>;
  readonly comment?: Rule<Token>;
  readonly eof?: Rule<Token>;
  /** What no other rule is for. */
  readonly otherwise: Rule<Token>;
}

/** What happens to tokens: in each mode, and in SVG and MathML. */
export interface Construction {
  readonly modes: Readonly<Record<ModeName, Mode>>;
  readonly foreignContent: Rule<Token>;
}

export class TreeBuilder {
  readonly document = createElement('#document', new Map());
  readonly open = new OpenElements();
  readonly formatting = new FormattingList(this);
  mode: ModeName = 'initial';
  /** The mode to go back to from `text` and `inTableText`. */
  originalMode: ModeName = 'initial';
  readonly templateModes: ModeName[] = [];
  readonly tableText: TextToken[] = [];
  head: TreeElement | undefined;
  form: TreeElement | undefined;
  quirks = false;
  framesetOk = true;
  fosterParenting = false;
  /** A line break right after this start tag is not part of the text. */
  dropsLineBreak = false;
  readonly #tokens: Tokenizer;
  readonly #rules: Construction;
  #elements = 0;

  constructor(html: string, rules: Construction) {
    this.#tokens = new Tokenizer(html);
    this.#rules = rules;
  }

  build(): TreeElement {
    for (;;) {
      const token = this.#tokens.next(this.open.current?.namespace !== undefined);
      this.process(this.#withoutLineBreak(token));
      if (token.type === 'eof' || this.#isFull) return this.document;
    }
  }

  get #isFull(): boolean {
    return this.open.depth > MAX_DEPTH || this.#elements > MAX_ELEMENTS || this.open.steps > MAX_STEPS;
  }

  /** Processes a token as the place says where it stands. */
  process(token: Token): void {
    if (token.type !== 'text') {
      if (followsHtmlRules(this.open.current, token)) this.use(this.mode, token);
      else this.#rules.foreignContent(this, token);
      return;
    }
    // Where white space has a rule of its own, text is processed in pieces.
    for (let from = 0; from < token.data.length; ) {
      if (!followsHtmlRules(this.open.current, token)) {
        this.#rules.foreignContent(this, { type: 'text', data: token.data.slice(from) });
        return;
      }
      const { space } = this.#rules.modes[this.mode];
      const to = space === undefined ? token.data.length : endOfRun(token.data, from);
      this.use(this.mode, { type: 'text', data: token.data.slice(from, to) });
      from = to;
    }
  }

  /** Processes a token by the rules of one mode. */
  use(name: ModeName, token: Token): void {
    const mode = this.#rules.modes[name];
    switch (token.type) {
      case 'start':
        (mode.start?.get(token.name) ?? mode.otherStart ?? mode.otherwise)(this, token);
        break;
      case 'end':
        (mode.end?.get(token.name) ?? mode.otherEnd ?? mode.otherwise)(this, token);
        break;
      case 'text': {
        const rule = isSpace(token.data) ? (mode.space ?? mode.text) : mode.text;
        (rule ?? mode.otherwise)(this, token);
        break;
      }
      case 'eof':
        (mode.eof ?? mode.otherwise)(this, token);
        break;
      case 'doctype':
        mode.doctype?.(this, token);
        break;
      case 'comment':
        mode.comment?.(this, token);
        break;
    }
  }

  insert(token: StartTag): TreeElement {
    const element = this.#create(token.name, token.attributes);
    this.insertElement(element);
    return element;
  }

  /** An element that has no content. */
  insertVoid(token: StartTag): void {
    this.insert(token);
    this.open.pop();
  }

  insertForeign(token: StartTag, namespace: ForeignNamespace): void {
    this.insertElement(this.#create(foreignName(namespace, token.name), token.attributes, namespace));
    if (token.selfClosing) this.open.pop();
  }

  /** An element that is there without a tag. */
  insertImplied(name: string): TreeElement {
    return this.insert({ type: 'start', name, attributes: new Map(), selfClosing: false });
  }

  /** An element whose text has no markup in it. */
  insertWithText(token: StartTag, content: ContentModel): void {
    this.insert(token);
    this.#tokens.readAs(content, token.name);
    this.originalMode = this.mode;
    this.mode = 'text';
  }

  insertElement(element: TreeElement): void {
    place(element, this.#placeFor(this.open.current ?? this.document));
    this.open.push(element);
  }

  insertAt(element: TreeElement, target: TreeElement): void {
    place(element, this.#placeFor(target));
  }

  insertText(text: string): void {
    if (text !== '') placeText(text, this.#placeFor(this.open.current ?? this.document));
  }

  clone(element: TreeElement): TreeElement {
    return this.#create(element.name, element.attributes);
  }

  readRestAsText(): void {
    this.#tokens.readAs('plaintext', '');
  }

  /** "Close a p element", where one is in scope. */
  closeParagraph(): void {
    if (!this.open.hasInScope('p', SCOPES.button)) return;
    this.open.endImplied(undefined, 'p');
    this.open.popThrough('p');
  }

  /** The mode that the open elements say (section 13.2.4.1, "reset the insertion mode appropriately"). */
  resetMode(): void {
    let mode: ModeName | undefined;
    this.open.find(({ name }) => {
      mode = this.#modeIn(name);
      return mode !== undefined;
    });
    this.mode = mode ?? 'inBody';
  }

  #modeIn(name: string): ModeName | undefined {
    if (name === 'select') return this.#selectMode();
    if (name === 'template') return this.templateModes.at(-1);
    if (name === 'html') return this.head === undefined ? 'beforeHead' : 'afterHead';
    return MODE_IN.get(name);
  }

  #selectMode(): ModeName {
    const table = this.open.lastIndexOfName('table');
    return table > this.open.lastIndexOfName('template') && table < this.open.lastIndexOfName('select')
      ? 'inSelectInTable'
      : 'inSelect';
  }

  #create(name: string, attributes: TreeElement['attributes'], namespace?: ForeignNamespace): TreeElement {
    this.#elements += 1;
    return createElement(name, attributes, namespace);
  }

  /** The appropriate place for a node: what a table cannot hold goes before it ("foster parenting"). */
  #placeFor(target: TreeElement): Place {
    if (!this.fosterParenting || !TABLE_PARTS.has(target.name)) return { parent: target, before: undefined };
    const table = this.open.lastIndexOfName('table');
    const template = this.open.lastIndexOfName('template');
    if (template > table) return { parent: this.open.at(template) ?? target, before: undefined };
    const last = this.open.at(table);
    if (last?.parent !== undefined) return { parent: last.parent, before: last };
    return { parent: this.open.at(table < 0 ? 0 : table - 1) ?? target, before: undefined };
  }

  #withoutLineBreak(token: Token): Token {
    if (!this.dropsLineBreak) return token;
    this.dropsLineBreak = false;
    return token.type === 'text' && token.data.startsWith('\n')
      ? { type: 'text', data: token.data.slice(1) }
      : token;
  }
}

const MODE_IN: ReadonlyMap<string, ModeName> = new Map([
  ['td', 'inCell'],
  ['th', 'inCell'],
  ['tr', 'inRow'],
  ['tbody', 'inTableBody'],
  ['thead', 'inTableBody'],
  ['tfoot', 'inTableBody'],
  ['caption', 'inCaption'],
  ['colgroup', 'inColumnGroup'],
  ['table', 'inTable'],
  ['head', 'inHead'],
  ['body', 'inBody'],
  ['frameset', 'inFrameset'],
]);

/** The end of a run of white space, or of other text. */
function endOfRun(text: string, from: number): number {
  const run = isSpace(text.charAt(from)) ? /[^\t\n\f ]/g : /[\t\n\f ]/g;
  run.lastIndex = from;
  return run.exec(text)?.index ?? text.length;
}
