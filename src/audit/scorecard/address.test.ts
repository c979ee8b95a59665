import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { addressedLocally, livePath, readTargetSegment, strictUri, targetSegment } from './address.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
const isUri = ajv.compile({ type: 'string', format: 'uri' });

describe('strictUri', () => {
  it('leaves a URL that is strict already as it is', () => {
    for (const url of ['https://a.example/', 'http://[::1]:3000/x?y=%20&z=(1)#top'])
      expect(strictUri(url)).toBe(url);
  });

  it('encodes what browsers let pass', () => {
    expect(strictUri('https://a.example/a|b[c]?d={e}%zz#f#g')).toBe(
      'https://a.example/a%7Cb%5Bc%5D?d=%7Be%7D%25zz#f%23g',
    );
  });

  it('makes a URI of any URL, once and for all', () => {
    const parts = ['%2', '%zz', ...'%#?[]|{}^`"\\\t\ud800é日 '];
    for (const path of parts.flatMap((one) => parts.map((other) => `a${one}${other}b`))) {
      const uri = strictUri(new URL(path, 'https://a.example/base/').href);
      expect(isUri(uri), uri).toBe(true);
      expect(strictUri(uri)).toBe(uri);
    }
  });
});

describe('a named MCP endpoint', () => {
  it.each(['/mcp', '/', '/~me/a!b.c_d/?x=%2F&y=~#'.slice(0, -1), "/a'(b)*;v=1,2:@$+"])(
    '%s is one segment of a path, and is read from it again',
    (mcpEndpoint) => {
      const segment = targetSegment('[::1]:3000', mcpEndpoint);
      expect(segment).not.toMatch(/[/?#%]/);
      expect(readTargetSegment(segment)).toEqual({ host: '[::1]:3000', mcpEndpoint });
    },
  );

  it('is in the address of its scorecard, listed or not', () => {
    const given = { listed: false, siteType: null, mcpEndpoint: '/v1/mcp' };
    expect(livePath('site.com', given)).toBe('/score/site.com~v1~mcp/live');
    expect(livePath('site.com', { ...given, siteType: 'api' })).toBe(
      '/score/site.com~v1~mcp/live?site_type=api',
    );
    expect(readTargetSegment('site.com')).toEqual({ host: 'site.com', mcpEndpoint: undefined });
  });
});

describe('the addresses of an audit on the command line', () => {
  const addressOf = (target: string, catalog: string, scheme = 'https') =>
    addressedLocally({
      target,
      target_url: `${scheme}://${target}/`,
      auditor_url: `${catalog}/score`,
      scorecard_url: `${catalog}/score/${target}`,
      markdown_url: '',
      json_url: '',
    }).scorecard_url;

  it.each([
    ['a public site', 'a.com', 'https://catalog.com', 'https', 'https://catalog.com/score/a.com'],
    ['a local site', 'localhost:1', 'https://catalog.com', 'http', 'http://localhost:1/#/score/localhost:1'],
    ['any site, by no catalog', 'a.com', DEFAULT_BASE_URL, 'https', 'https://a.com/#/score/a.com'],
  ])('of %s exist', (_, target, catalog, scheme, expected) => {
    expect(addressOf(target, catalog, scheme)).toBe(expected);
  });
});
