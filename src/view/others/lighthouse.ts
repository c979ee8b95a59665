/** The category “Agentic Browsing” of Lighthouse, as its source code decides. */
import { alone, type OtherTool, pair } from './model.ts';

const CODE = 'https://github.com/GoogleChrome/lighthouse/blob/v13.5.0/core';
const VERSION = 'lighthouse 13.5.0 (npm)';
const READ = '2026-11-22';

const NO_WEBMCP =
  'It needs a browser that supports WebMCP; in any other browser Lighthouse says “not applicable”, whatever the page declares.';

export const lighthouse: OtherTool = {
  id: 'lighthouse',
  name: 'Lighthouse, Agentic Browsing',
  short: 'Lighthouse',
  url: 'https://developer.chrome.com/docs/lighthouse/agentic-browsing/',
  by: 'Google Chrome',
  about: [
    'Lighthouse loads one page in a real browser, runs its scripts and judges the result. Its category `agentic-browsing` has seven audits and shows how many pass instead of a score of 100; Google calls it under development.',
    'We request files and endpoints of a whole host without a browser, so we see servers, files and protocols and not what scripts do after the page has loaded.',
    'Of its SEO category, two audits ask what we ask too; they are compared when your report has them.',
  ],
  ahead: [
    'It sees the page as an agent in a browser does: names of buttons and fields, tools that scripts register, content that moves.',
    'It checks an ai-catalog against the specification; we only check that it is JSON.',
  ],
  unknown: [
    'How the audits will be weighted when the category leaves development: in 13.5.0 all seven weigh the same.',
  ],
  sources: [
    {
      label: 'Configuration of the category',
      url: `${CODE}/config/agentic-browsing-config.js`,
      version: VERSION,
      read: READ,
    },
    { label: 'Audit llms-txt', url: `${CODE}/audits/agentic/llms-txt.js`, version: VERSION, read: READ },
    { label: 'Audit ard-schema', url: `${CODE}/audits/agentic/ard-schema.js`, version: VERSION, read: READ },
    {
      label: 'Audit agent-accessibility-tree',
      url: `${CODE}/audits/agentic/agent-accessibility-tree.js`,
      version: VERSION,
      read: READ,
    },
    {
      label: 'Audit webmcp-form-coverage',
      url: `${CODE}/audits/webmcp-form-coverage.js`,
      version: VERSION,
      read: READ,
    },
    {
      label: 'Audit webmcp-registered-tools',
      url: `${CODE}/audits/webmcp-registered-tools.js`,
      version: VERSION,
      read: READ,
    },
    {
      label: 'Audit webmcp-schema-validity',
      url: `${CODE}/audits/webmcp-schema-validity.js`,
      version: VERSION,
      read: READ,
    },
    {
      label: 'Audit robots-txt (SEO)',
      url: `${CODE}/audits/seo/robots-txt.js`,
      version: VERSION,
      read: READ,
    },
    {
      label: 'Audit meta-description (SEO)',
      url: `${CODE}/audits/seo/meta-description.js`,
      version: VERSION,
      read: READ,
    },
  ],
  checks: [
    {
      id: 'llms-txt',
      source: 1,
      asks: 'If `/llms.txt` answers below 400, it must have a line that is an H1, a Markdown link anywhere, and 50 characters or more. A 4xx is “not applicable”, a 5xx fails.',
      ours: [
        pair(
          'llms-txt',
          'narrower',
          'ours',
          'Lighthouse judges the file only if there is one, while we recommend that every site has one.',
          [
            {
              ours: ['absent'],
              theirs: ['not_applicable'],
              why: 'There is no llms.txt: Lighthouse treats it as optional and says “not applicable”, we count a recommended file that is missing.',
            },
            {
              ours: ['pass'],
              theirs: ['fail'],
              why: 'The file is there, which is all that this check of ours asks; Lighthouse found fault with its content, which is our check llms-txt-format.',
            },
            {
              ours: ['absent', 'broken'],
              theirs: ['fail'],
              why: 'The address answers, but not with an llms.txt: for us an HTML page there is no llms.txt, for Lighthouse it is one without a title and links.',
            },
          ],
        ),
        pair(
          'llms-txt-format',
          'narrower',
          'ours',
          'Both want a title and links; we also want a summary before the first section, and links in a list.',
          [
            {
              ours: ['noncompliant'],
              theirs: ['pass'],
              why: 'A title and one link are enough for Lighthouse; we also ask for a summary, and for links in a list.',
            },
            {
              ours: ['pass'],
              theirs: ['fail'],
              why: 'Lighthouse also fails a file of fewer than 50 characters, or one that its browser could not fetch.',
            },
            {
              ours: ['n_a'],
              theirs: ['fail'],
              why: 'We judge the format only of a file that is an llms.txt; Lighthouse judges whatever answers below 400 at that address.',
            },
          ],
        ),
      ],
    },
    {
      id: 'ard-schema',
      source: 2,
      asks: 'An ai-catalog that is there (at its well-known path, or named by robots.txt, a link element or a Link header) must satisfy the Agentic Resource Discovery schema. Without one: “not applicable”.',
      ours: [
        pair(
          'ai-catalog',
          'wider',
          'theirs',
          'We pass any JSON at the well-known path; Lighthouse also follows other pointers and checks each field against the specification.',
          [
            {
              ours: ['pass'],
              theirs: ['fail'],
              why: 'The catalog is there and is JSON, which is all that we ask; Lighthouse found fields that the specification does not allow or that are missing, so trust its list of issues.',
            },
            {
              ours: ['n_a'],
              theirs: ['fail'],
              why: 'Lighthouse fails a page that answers 200 at the well-known path and is no catalog; we take such a page for “not there”.',
            },
            {
              ours: ['n_a'],
              theirs: ['pass', 'warn'],
              why: 'The catalog is at an address that robots.txt, a link element or a header names; we look only at the well-known path.',
            },
          ],
        ),
      ],
    },
    {
      id: 'webmcp-registered-tools',
      source: 5,
      asks: 'Lists the tools that are registered once the page has loaded. It informs and never fails.',
      ours: [
        pair(
          'webmcp',
          'wider',
          'neither',
          'Lighthouse sees tools that scripts register while the page runs, but gives no verdict; we read only the HTML as it was sent, and pass a page that declares tools there.',
          [{ ours: ['pass'], theirs: ['not_applicable'], why: NO_WEBMCP }],
        ),
      ],
    },
    {
      id: 'webmcp-form-coverage',
      source: 4,
      asks: 'Lists the forms of the page that have no tool name. It informs and never fails.',
      ours: [
        pair(
          'webmcp',
          'narrower',
          'neither',
          'Lighthouse counts the forms that could become tools and have no annotation; for us one annotated form, script or inline registration is enough.',
          [{ ours: ['pass'], theirs: ['not_applicable'], why: NO_WEBMCP }],
        ),
      ],
    },
    {
      id: 'webmcp-schema-validity',
      source: 6,
      asks: 'Forms that declare a tool must have a tool name, a tool description and names for required fields; missing field descriptions lower the score.',
      ours: [
        pair(
          'webmcp',
          'narrower',
          'theirs',
          'We ask whether tools are declared, Lighthouse whether the declarations are valid.',
          [
            { ours: ['pass'], theirs: ['not_applicable'], why: NO_WEBMCP },
            {
              ours: ['pass'],
              theirs: ['fail', 'warn'],
              why: 'Tools are declared, which is all that we ask; the browser found mistakes in the declarations, which are worth mending.',
            },
          ],
        ),
      ],
    },
    {
      ...alone(
        'agent-accessibility-tree',
        'About thirty rules of axe hold on the page: buttons, links, fields and images have names, ARIA roles and attributes are valid.',
        'We do not run pages, so we cannot judge what an agent in a browser reads. Our check semantic-html asks for landmarks only. For agents that click, this audit tells more than ours do.',
        3,
      ),
    },
    alone(
      'cumulative-layout-shift',
      'Content moves little while the page loads (the Core Web Vital CLS).',
      'It needs a browser. Content that moves can make an agent that works from screenshots click the wrong place; agents that read files do not notice.',
    ),
    {
      id: 'robots-txt',
      source: 7,
      asks: 'SEO category: a robots.txt that is there has only lines that are valid. None at all is “not applicable”, a 5xx fails.',
      ours: [
        pair(
          'robots',
          'narrower',
          'neither',
          'Lighthouse checks the syntax of each line of a file that is there, we check that there is a file.',
          [
            {
              ours: ['absent'],
              theirs: ['not_applicable'],
              why: 'There is no robots.txt: Lighthouse has nothing to check, we recommend that every site has one.',
            },
            {
              ours: ['pass'],
              theirs: ['fail'],
              why: 'The file is there, which is what we ask; Lighthouse reports a line that it cannot read or does not know (it knows Content-Signal, but neither Content-Usage nor Agentmap).',
            },
          ],
        ),
      ],
    },
    {
      id: 'meta-description',
      source: 8,
      asks: 'SEO category: the page has a meta description that is not empty, once its scripts have run.',
      ours: [
        pair(
          'root-meta-description',
          'narrower',
          'ours',
          'Lighthouse takes any text, also one that a script adds; we ask for a description in the HTML as sent that is long enough to describe something.',
          [
            {
              ours: ['noncompliant', 'absent'],
              theirs: ['pass'],
              why: 'The description is too short to describe the site, or a script adds it; agents that run no scripts do not see it.',
            },
          ],
        ),
      ],
    },
  ],
};
