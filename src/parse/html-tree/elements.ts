/** The kinds of elements that the parsing algorithm tells apart (HTML, section 13.2.4). */

export type Names = ReadonlySet<string>;

export const HEADINGS = words('h1 h2 h3 h4 h5 h6');
/** What nobody needs to close. */
export const IMPLIED_END = words('dd dt li optgroup option p rb rp rt rtc');
export const IMPLIED_END_THOROUGH = words(
  'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr',
);
/** Among these, text and other elements are moved before the table. */
export const TABLE_PARTS = words('table tbody tfoot thead tr');

export const TEXT_INTEGRATION = foreign('math', 'mi mo mn ms mtext');
export const SVG_INTEGRATION = foreign('svg', 'foreignobject desc title');

/** How far up an open element is looked for. */
const SCOPE = join(
  words('applet caption html table td th marquee object template'),
  TEXT_INTEGRATION,
  foreign('math', 'annotation-xml'),
  SVG_INTEGRATION,
);
export const SCOPES = {
  element: SCOPE,
  listItem: join(SCOPE, words('ol ul')),
  button: join(SCOPE, words('button')),
  table: words('html table template'),
} satisfies Record<string, Names>;

export const SPECIAL = join(
  words(
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup',
  ),
  words('dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset head header'),
  words('hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes'),
  words('noscript object ol p param plaintext pre script search section select source style summary table'),
  words('tbody td template textarea tfoot th thead title tr track ul wbr xmp'),
  HEADINGS,
  TEXT_INTEGRATION,
  foreign('math', 'annotation-xml'),
  SVG_INTEGRATION,
);

/** Elements of HTML that are not special. */
const PHRASING = words(
  'a abbr acronym audio b bdi bdo big blink canvas cite code data datalist del dfn dialog em font i ins kbd label ' +
    'legend map mark math meter nobr optgroup option output picture progress q rb rp rt rtc ruby s samp slot small ' +
    'span strike strong sub sup svg time tt u var video',
);

/** Whether a name is that of an element which HTML has or had. */
export function isHtmlElement(name: string): boolean {
  return SPECIAL.has(name) || PHRASING.has(name);
}

export function words(list: string): Names {
  return new Set(list.split(' '));
}

function foreign(namespace: string, list: string): Names {
  return new Set(list.split(' ').map((name) => `${namespace} ${name}`));
}

function join(...sets: readonly Names[]): Names {
  return new Set(sets.flatMap((set) => [...set]));
}
