import { describe, expect, it } from 'vitest';
import { contentDirectories } from './llms.ts';

const directories = (...paths: string[]) =>
  contentDirectories(
    paths.map((path) => new URL(path, 'https://site.example').href),
    new URL('https://site.example'),
  );

describe('the directories of a site', () => {
  it('come by how many URLs lie in them, then in the order in which they occur', () => {
    expect(directories('/blog/a', '/docs/a', '/api/x/y', '/docs/b')).toEqual(['docs', 'blog', 'api']);
  });

  it('come first where their own llms.txt is named', () => {
    expect(directories('/docs/a', '/docs/b', '/api/llms.txt', '/guides/llms-full.txt')).toEqual([
      'api',
      'guides',
      'docs',
    ]);
  });

  it('are not files, pages, assets, technical directories or those of other origins', () => {
    expect(
      directories(
        '/',
        '/about',
        '/llms.txt',
        '/assets/a.js',
        '/IMG/a',
        '/.well-known/x',
        '/_next/x',
        '//a.example/docs/x',
        'https://www.site.example/docs/y',
        'http://site.example:8080/docs/y',
      ),
    ).toEqual([]);
  });

  it('are named as they are written', () => {
    expect(directories('/docs/', 'http://site.example/caf%C3%A9/x')).toEqual(['docs', 'caf%C3%A9']);
    expect(contentDirectories(['no URL'], new URL('https://site.example'))).toEqual([]);
  });
});
