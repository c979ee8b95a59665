import { describe, expect, it } from 'vitest';
import { parseJsonLd } from './json-ld.ts';

const schemaOrg = (text: string) => {
  const parsed = parseJsonLd(text);
  return parsed.ok ? parsed.value.schemaOrg : parsed.why;
};

describe('JSON-LD', () => {
  it.each([
    ['a URL', '{"@context": "https://schema.org"}'],
    ['http and a slash', '{"@context": "http://schema.org/"}'],
    ['www and capitals', '{"@context": "HTTPS://www.Schema.org/"}'],
    ['no scheme', '{"@context": "//schema.org"}'],
    ['the context document', '{"@context": "https://schema.org/docs/jsonldcontext.jsonld"}'],
    ['a list of contexts', '{"@context": ["https://w3id.org/x", "https://schema.org"]}'],
    ['a vocabulary', '{"@context": {"@vocab": "https://schema.org/"}}'],
    ['a prefix in a list', '{"@context": [{"schema": "http://schema.org/"}]}'],
    ['a list of nodes', '[{"@type": "x"}, {"@context": "https://schema.org"}]'],
    ['a graph', '{"@context": "https://schema.org", "@graph": [{"@type": "WebSite"}]}'],
    ['a node of a graph', '{"@graph": [{"@context": "https://schema.org"}]}'],
    ['white space around', '\n\t{"@context": " https://schema.org "}\n'],
  ])('names schema.org: %s', (_, text) => {
    expect(schemaOrg(text)).toBe(true);
  });

  it.each([
    ['no context', '{"@type": "WebSite"}'],
    ['another vocabulary', '{"@context": "https://www.w3.org/ns/activitystreams"}'],
    ['a host that begins alike', '{"@context": "https://schema.org.evil.example/"}'],
    ['a host that ends alike', '{"@context": "https://myschema.org/"}'],
    ['another member', '{"sameAs": "https://schema.org", "@context": 1}'],
    ['a string', '"https://schema.org"'],
    ['null', 'null'],
    ['an empty list', '[]'],
  ])('does not name schema.org: %s', (_, text) => {
    expect(schemaOrg(text)).toBe(false);
  });

  it.each([
    ['cut off', '{"@context": "https://schema.org"'],
    ['single quotes', "{'@context': 'https://schema.org'}"],
    ['escaped as HTML', '{&quot;@context&quot;: 1}'],
    ['a comma too many', '{"@context": "https://schema.org",}'],
    ['nested without end', '['.repeat(5_000)],
  ])('cannot be parsed: %s', (_, text) => {
    expect(schemaOrg(text)).toMatch(/JSON/);
  });
});
