/** The checks of afdocs that none of ours corresponds to. */
import { alone, type OtherCheck } from './model.ts';

const MANY_PAGES =
  'Our verdicts are of the home page and the entry points of a host; --sitemap-sample looks at more pages, and not at this.';

export const AFDOCS_ALONE: readonly OtherCheck[] = [
  alone(
    'markdown-url-support',
    'Nine in ten sampled pages have Markdown at their address plus `.md`.',
    'We ask for Markdown through the Accept header and through the names of agents. Agents do try `.md`, so this is a good thing to have where headers cannot be negotiated.',
  ),
  alone(
    'llms-txt-size',
    'llms.txt has at most 50,000 characters; above 100,000 it fails.',
    'We have no limit of size. For large sites we ask for an llms.txt in each section instead (llms-txt-scoped).',
  ),
  alone(
    'llms-txt-links-markdown',
    'Nine in ten links of llms.txt lead to Markdown; links to HTML with a Markdown twin get a warning.',
    'Our check of these links asks whether they work, not what they lead to: the proposal allows both.',
  ),
  alone(
    'llms-txt-directive-md',
    'Markdown pages point to llms.txt, near the top.',
    'We do not read what the Markdown of a page says beyond its front matter.',
  ),
  alone(
    'llms-txt-coverage',
    '95% of the pages in the sitemap are in llms.txt; below 80% it fails.',
    'An llms.txt may be a choice of what matters, so we do not count what it leaves out.',
  ),
  alone(
    'page-size-html',
    'Sampled pages have at most 50,000 characters once converted to text; above 100,000 it fails.',
    MANY_PAGES,
  ),
  alone(
    'page-size-markdown',
    'The Markdown of sampled pages has at most 50,000 characters; above 100,000 it fails.',
    MANY_PAGES,
  ),
  alone('page-size-transfer', 'Sampled pages are at most 1 MB as served; above 10 MB it fails.', MANY_PAGES),
  alone(
    'content-start-position',
    'On sampled pages, the content begins within the first tenth of the converted text; after half of it, it fails.',
    'We ask for landmarks (semantic-html), by which a converter can skip menus, and do not measure where content begins.',
  ),
  alone(
    'single-fetch-completeness',
    'A Markdown page is whole in one request, or says where it goes on.',
    MANY_PAGES,
  ),
  alone(
    'tabbed-content-serialization',
    'Tabs and accordions do not make pages too long once they are text.',
    MANY_PAGES,
  ),
  alone('section-header-quality', 'Headings within tabs say which variant they belong to.', MANY_PAGES),
  alone(
    'embedded-data-serialization',
    'Large tables and blobs of data do not fill pages that are too long.',
    MANY_PAGES,
  ),
  alone(
    'markdown-code-fence-validity',
    'Code fences in Markdown are closed.',
    'We do not judge the Markdown of a page beyond its type, its front matter and that it is not HTML.',
  ),
  alone(
    'markdown-link-portability',
    'Links in Markdown pages are absolute and lead to what they promise.',
    'We follow the links of llms.txt, not those of single pages.',
  ),
  alone(
    'markdown-content-parity',
    'The Markdown of a page has what its HTML has; 5% may be missing, above 20% it fails.',
    'We do not compare the two forms of a page. It is a good question: Markdown that leaves things out misleads agents unseen.',
  ),
  alone(
    'cache-header-hygiene',
    'Pages and llms.txt may be cached for an hour at most; above a day it fails, as do missing headers.',
    'We do not judge caching, except that answers that differ by header must say so in Vary (markdown-vary).',
  ),
  alone(
    'redirect-behavior',
    'Sampled pages redirect within their host and by HTTP, not by script.',
    'We follow redirects and say in the evidence where they led, without a verdict.',
  ),
  alone(
    'auth-alternative-access',
    'A site behind a login offers agents another way to its content.',
    'A login for everyone makes our checks of pages not applicable; the ways in for agents are our checks of OAuth and auth.md.',
  ),
];
