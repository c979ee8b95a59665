/** The snippets that do not run alone, and those that reach another verdict where they are tried. */
import type { Status } from '../../../definitions/vocabulary.ts';

/** By check and platform, with the reason. */
export const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ['accept-markdown fastify', 'it needs @fastify/accepts, which the journey of Fastify installs'],
  ['agent-friendly-404-md fastify', 'it needs @fastify/accepts, which the journey of Fastify installs'],
  ['mcp-modern-resources-miss mcp-by-hand', 'it is a function, for a server that answers the other methods'],
  ['markdown-vary django', 'it is a middleware, which the settings name'],
  ['root-meta-description django', 'it is a template alone'],
  ['schema-org-jsonld django', 'its script stands in a template'],
  ['semantic-html wordpress', "it is a theme's template, not a plugin"],
]);

interface Expected {
  readonly status: Status;
  readonly why: string;
}

const NO_MARKDOWN: Expected = {
  status: 'n_a',
  why: 'it sets the field, and nothing here gives Markdown by it',
};
const NO_AUTHORIZATION: Expected = { status: 'n_a', why: 'the endpoint behind it asks for no authorization' };

/** By check and platform: what a snippet reaches here, where that is not `pass`. */
export const EXPECTED: ReadonlyMap<string, Expected> = new Map<string, Expected>([
  ['content-without-js express', { status: 'noncompliant', why: 'its page is three words long' }],
  ['markdown-frontmatter hono', { status: 'n_a', why: 'no page here leads to its Markdown' }],
  ...['nginx', 'apache', 'caddy', 'express', 'fastify', 'hono', 'fastapi', 'wordpress'].map(
    (platform): [string, Expected] => [`markdown-vary ${platform}`, NO_MARKDOWN],
  ),
  ...['nginx', 'apache', 'caddy'].map((platform): [string, Expected] => [
    `oauth-protected-resource ${platform}`,
    NO_AUTHORIZATION,
  ]),
  ...['express', 'fastapi', 'django', 'wordpress'].map((platform): [string, Expected] => [
    `security-txt ${platform}`,
    { status: 'noncompliant', why: "its contact is the example's until it is replaced" },
  ]),
  ...['link-headers', 'noscript-fallback'].map((check): [string, Expected] => [
    `${check} wordpress`,
    { status: 'noncompliant', why: 'what it names for agents is not on this WordPress' },
  ]),
  ['rate-limit-headers nginx', { status: 'absent', why: 'nginx can name the limit in refusals alone' }],
  ['webmcp wordpress', { status: 'n_a', why: 'the home page of its theme has no search form' }],
  ['rate-limit-headers wordpress', { status: 'n_a', why: "nothing of WordPress's API is described" }],
]);
