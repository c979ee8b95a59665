/** agent-ready.dev: what it asks of every page (P), and of the accessibility of the home page (A). */
import { alone, type OtherCheck, pair } from './model.ts';

const PAGES = 'They ask every crawled page, we the home page only; their exact condition is not published.';
const NOT_OURS = 'We give no verdict on it: it concerns every visitor alike.';
const BROWSER =
  'We have no checks of accessibility beyond landmarks (semantic-html). Agents that read the accessibility tree gain from it as people do.';

export const AGENT_READY_PAGE_CHECKS: readonly OtherCheck[] = [
  {
    id: 'P1',
    asks: 'The page answers 200.',
    ours: [
      pair(
        'agent-ua-reachable',
        'wider',
        'unknown',
        'They ask every page under their own name; we ask the home page under the names of AI agents and compare the answers.',
      ),
    ],
  },
  alone(
    'P2',
    'At most one redirect leads to the page.',
    'We follow up to five redirects and name them in the evidence.',
  ),
  alone('P3', 'The page has the right content type.', NOT_OURS),
  alone(
    'P4',
    'No X-Robots-Tag shuts the page off.',
    'We read robots.txt and its signals, not the header of single pages.',
  ),
  alone('P5', 'The page names its canonical address.', NOT_OURS),
  {
    id: 'P6',
    asks: 'The page has a meta description; the specification asks for 50 characters.',
    ours: [
      pair(
        'root-meta-description',
        'wider',
        'theirs',
        'The specification that they follow wants 50 characters on every page; we want 30 on the home page, and that it does not repeat the title.',
      ),
    ],
  },
  alone(
    'P7',
    'The page has og:title.',
    'Open Graph is for previews; we read the description that HTML itself has a place for.',
  ),
  alone(
    'P8',
    'The page has og:description.',
    'Open Graph is for previews; we read the description that HTML itself has a place for.',
  ),
  alone('P9', 'The page says its language.', NOT_OURS),
  {
    id: 'P10',
    asks: 'The page has JSON-LD.',
    ours: [pair('schema-org-jsonld', 'wider', 'unknown', PAGES)],
  },
  {
    id: 'P11',
    asks: 'The JSON-LD has the fields that its type requires.',
    ours: [
      pair(
        'schema-org-jsonld',
        'wider',
        'theirs',
        'They read the fields of the data, we only that it is JSON-LD of Schema.org.',
      ),
    ],
  },
  alone(
    'P12',
    'The page has three section headings or more.',
    'We want one H1 on the home page (content-without-js) and count no others.',
  ),
  alone(
    'P13',
    'The text is more than 15% of the HTML.',
    'A heavy page costs tokens, but a share says little about what can be read; we ask for text that is there without scripts.',
  ),
  alone('P14', 'The page links to a glossary.', 'Many sites need none.'),
  {
    id: 'P15',
    asks: 'The page has a Markdown twin.',
    ours: [
      pair(
        'accept-markdown',
        'wider',
        'unknown',
        'They look for a second address with Markdown for every page, we for Markdown at the same address by the Accept header.',
      ),
    ],
  },
  {
    id: 'P16',
    asks: 'The Markdown has front matter.',
    ours: [
      pair(
        'markdown-frontmatter',
        'wider',
        'theirs',
        'They count it on every page, with us it is optional and applies where Markdown is served.',
      ),
    ],
  },
  {
    id: 'P17',
    asks: 'The HTML links to its Markdown as an alternate.',
    ours: [
      pair(
        'root-link-rel',
        'wider',
        'theirs',
        'They want the link to Markdown on every page; on the home page we also take links to JSON, plain text or a service description.',
      ),
    ],
  },
  alone(
    'P18',
    'The Markdown names its canonical page in a Link header.',
    'We read the Link header of the home page, not that of its Markdown.',
  ),
  {
    id: 'P19',
    asks: 'The page answers `Accept: text/markdown` with Markdown.',
    ours: [
      pair(
        'accept-markdown',
        'wider',
        'theirs',
        'They ask every page; one page that answers so is enough for us.',
      ),
    ],
  },
  alone(
    'P20',
    'The Markdown has a section that leads to the sitemap.',
    'We do not read what the Markdown of a page says.',
  ),
  alone('P21', 'Blocks of code name their language.', 'We do not read the content of pages.'),
  {
    id: 'P22',
    asks: 'Pages about an API link to its schema.',
    ours: [
      pair(
        'openapi',
        'wider',
        'unknown',
        'They want the link on pages about the API; we want the description itself, wherever the site names it.',
      ),
    ],
  },
  {
    id: 'P23',
    asks: 'The page has its content without scripts. Where it has not, four other checks are left out.',
    ours: [
      pair(
        'content-without-js',
        'wider',
        'unknown',
        'They look at every page for a missing H1, empty text and data that scripts add; we want an H1 and 200 characters on the home page.',
      ),
    ],
  },
  alone('A1', 'Images have alternatives in text.', BROWSER),
  alone('A2', 'Fields of forms have labels.', BROWSER),
  alone('A3', 'Controls have names.', BROWSER),
  alone('A4', 'Images and videos state their size.', BROWSER),
  alone('A5', 'ARIA references lead somewhere.', BROWSER),
  alone('A6', 'Frames have names.', BROWSER),
  alone('A7', 'The headings form an outline.', BROWSER),
  alone('A8', 'No element has a positive tabindex.', BROWSER),
  alone('A9', 'The page can be zoomed.', BROWSER),
];
