import { describe, expect, it } from 'vitest';
import { saysNoSuchPage } from './no-such-page.ts';

describe('a text that says that the page does not exist', () => {
  it.each([
    '404: Not Found',
    '# No page here\n\nTry the [home page](/).',
    'not found',
    '{"error":"not_found"}',
    '\n\n## Page not found\n',
    'Acme\n\n# 404',
    '---\ntitle: "Not Found"\n---\n\nSorry.',
    '---\ntitle: Acme\n---\n\n# This page does not exist',
    'Cannot GET /llms.txt',
    'The requested URL /a.md was not found on this server.',
    '# We couldn’t find that page',
    '# Seite nicht gefunden',
    '# ページが見つかりません',
  ])('%j', (text) => {
    expect(saysNoSuchPage(text)).toBe(true);
  });

  it.each([
    '# Acme\n\n> Everything that Acme sells.\n\n## When a page is not found\n',
    'User-agent: *\nDisallow: /404\n',
    'We found 4040 ships.',
    '# The lost and found office',
    '',
  ])('not: %j', (text) => {
    expect(saysNoSuchPage(text)).toBe(false);
  });
});
