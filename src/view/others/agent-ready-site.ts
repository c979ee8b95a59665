/** agent-ready.dev: what it asks once of a site (S), and of llms.txt (L). */
import { alone, type Correspondence, type OtherCheck, pair } from './model.ts';

const NOT_PUBLISHED = 'Its condition is not published; by its name it asks what we ask.';
const TYPE_ALONE =
  'We judge llms.txt by what it is and name a wrong type in the evidence; the proposal names no type.';

export const AGENT_READY_SITE_CHECKS: readonly OtherCheck[] = [
  one('S1', 'llms.txt is there.', [pair('llms-txt', 'same', 'unknown', NOT_PUBLISHED)]),
  alone('S2', 'llms.txt has the right content type.', TYPE_ALONE),
  one('S3', 'llms.txt is not empty.', [
    pair(
      'llms-txt',
      'narrower',
      'neither',
      'They count an empty file apart; with us it is a file that is not there.',
    ),
  ]),
  alone(
    'S4',
    'The addresses in llms.txt have the right form.',
    'Which form that is, we do not know; we ask whether the links work.',
  ),
  one('S5', 'robots.txt lets AI bots in.', [
    pair(
      'robots-ai-rules',
      'narrower',
      'theirs',
      'They ask that AI crawlers are allowed, we only that robots.txt speaks of them: an owner may shut them out and pass with us.',
    ),
  ]),
  alone(
    'S6',
    'robots.txt does not shut llms.txt off.',
    'We do not compare the rules of robots.txt with the files for agents.',
  ),
  one('S7', 'robots.txt is there.', [pair('robots', 'same', 'unknown', NOT_PUBLISHED)]),
  one('S8', 'sitemap.xml is valid.', [
    pair(
      'sitemap',
      'same',
      'unknown',
      'Their condition is not published; with us a site without a sitemap loses nothing, and feeds and text lists that robots.txt names are sitemaps too.',
    ),
  ]),
  alone(
    'S9',
    'The entries of sitemap.xml have dates of change.',
    'We ask whether the sitemap can be read, not what its entries say.',
  ),
  alone(
    'S10',
    'A sitemap.md is there.',
    'The file is a convention of one specification; we look at the sitemap and at llms.txt.',
  ),
  alone('S11', 'sitemap.md has headings and links.', 'We do not look for sitemap.md.'),
  alone(
    'S12',
    'An AGENTS.md is there.',
    'AGENTS.md speaks to agents that work in a repository; we look at what a site serves. For a project whose site is its documentation, theirs is a fair question.',
  ),
  alone(
    'S13',
    'AGENTS.md has sections on installing, configuring and using.',
    'We do not look for AGENTS.md.',
  ),
  alone(
    'S14',
    'The site uses HTTPS.',
    'We audit the scheme that answers and give no verdict on it: the command line also audits sites before they ship.',
  ),
  one('S15', 'An OpenAPI description is at the root.', [
    pair(
      'openapi',
      'narrower',
      'unknown',
      'They look at the root; we also follow what the site names, and a site without an API has nothing to show.',
    ),
  ]),
  one('L1', 'llms.txt can be fetched.', [pair('llms-txt', 'same', 'unknown', NOT_PUBLISHED)]),
  one('L2', 'llms.txt has an H1.', [
    pair(
      'llms-txt-format',
      'narrower',
      'neither',
      'They count title, summary, sections and link format in one check each, we in one together.',
    ),
  ]),
  alone(
    'L3',
    'llms.txt is valid Markdown.',
    'Every text is valid Markdown by its specification; what they mean is not published.',
  ),
  one('L4', 'llms.txt has a summary in a blockquote.', [
    pair(
      'llms-txt-format',
      'narrower',
      'theirs',
      'They want a blockquote, we also take a paragraph before the first section.',
    ),
  ]),
  one('L5', 'llms.txt has lists of files under H2 headings.', [
    pair(
      'llms-txt-format',
      'narrower',
      'theirs',
      'They want lists under H2 headings, we want one link in a list anywhere.',
    ),
  ]),
  one('L6', 'The links have the form of the proposal.', [
    pair(
      'llms-txt-format',
      'narrower',
      'unknown',
      'What they take for the right form is not published; we want Markdown links in a list.',
    ),
  ]),
  one('L7', 'The links of llms.txt work.', [
    pair(
      'llms-txt-links',
      'same',
      'unknown',
      'How many links they follow is not published; we follow 10, always the same ones.',
    ),
  ]),
  alone(
    'L8',
    'A section named Optional is used as the proposal says.',
    'We do not read the section Optional: nothing goes wrong for an agent without it.',
  ),
  alone(
    'L9',
    'llms.txt is served as text/plain.',
    `${TYPE_ALONE} Served as text/markdown, it may fail there and passes here.`,
  ),
  one('L10', 'llms-full.txt is there.', [
    pair(
      'llms-full-txt',
      'same',
      'unknown',
      'There it counts half; here it is optional, and a site without one loses nothing in the relative score.',
    ),
  ]),
];

function one(id: string, asks: string, ours: readonly Correspondence[]): OtherCheck {
  return { id, asks, ours };
}
