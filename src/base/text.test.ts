import { describe, expect, it } from 'vitest';
import { inert, looksLikeHtml, nearest, plain, plainLines } from './text.ts';

describe('text that looks like HTML', () => {
  it.each([
    '<!doctype html>',
    ' \n<!DOCTYPE HTML PUBLIC "x">',
    '<html>',
    '<!-- a --> <!-- b -->\n<html>',
    '<?xml version="1.0"?>\n<!DOCTYPE html>',
  ])('%j does', (text) => {
    expect(looksLikeHtml(text)).toBe(true);
  });

  it.each([
    '',
    'User-agent: *',
    '# Title\n\n<html>',
    '<?xml version="1.0"?><urlset>',
    '<!-- never closed <html>',
    '<htmlish>',
    '{"a":"<html>"}',
  ])('%j does not', (text) => {
    expect(looksLikeHtml(text)).toBe(false);
  });
});

describe('plain text', () => {
  it.each([
    ['a\u001b[31mred\u001b[0mb', 'aredb'],
    ['a\u001b]8;;https://evil.example\u0007link', 'alink'],
    ['a\u009b2Jb', 'ab'],
    ['a\u202Eb\u200B\u2066c', 'abc'],
    ['a\r\n\tb\u2028c', 'a b c'],
    ['\u0000\u0008a', 'a'],
    ['  a  ', 'a'],
    ['ä😀', 'ä😀'],
    ['in\u00advi\u034fsi\u115f\u3164\uffa0ble', 'invisible'],
    ['a\ufe0fb\u{e0100}c\u{e0041}\u{e007f}d\u180e\u17b4e', 'abcde'],
    ['👨\u200d👩\u200d👧 ☕\ufe0f', '👨👩👧 ☕'],
    ['::add-mask::x', "'::add-mask::x"],
    [' \u200b:\u00ad::stop-commands::x a ::b a::b', "':::stop-commands::x a '::b a::b"],
    ['x ##[error]y #\u00ad#vso[task.complete]z ###[a', 'x ## [error]y ## vso[task.complete]z ### [a'],
    ['## a #[b] #', '## a #[b] #'],
  ])('%j becomes %j', (text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  it('cuts at a length and never inside a character', () => {
    expect(plain('abcdef', 4)).toBe('abc…');
    expect(plain('ab😀cd', 4)).toBe('ab…');
    expect(plain('abcd', 4)).toBe('abcd');
  });

  /** Returns all texts of three parts. */
  const threes = (parts: readonly string[]) =>
    parts.flatMap((a) => parts.flatMap((b) => parts.map((c) => a + b + c)));

  it('contains nothing that a terminal interprets', () => {
    const parts = [...'\u001b[]\u0007\u009b\\\u202e\u200b\n', '\ud83d', '\ude00', '31m', 'a '];
    const left = threes(parts).filter((text) => {
      const shown = plain(text, 4);
      return (
        /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u.test(shown) || shown.length > 4 || plain(shown, 4) !== shown
      );
    });
    expect(left).toEqual([]);
  });

  it('contains nothing that a CI log interprets, wherever lines break', () => {
    const parts = [':', '::', '#', '##', '[', 'vso[', 'a', ' ', '\n', '\u00ad', 'é', '\ufeff'];
    const left = threes(parts).filter(
      (text) =>
        [plain(text), plainLines(text, 300), inert(text)].some((shown) => /(?:^|\s)::|##\w*\[/.test(shown)) ||
        plain(plain(text)) !== plain(text),
    );
    expect(left).toEqual([]);
  });
});

const NAMES = ['llms-txt', 'llms-txt-format', 'robots', 'robots-ai-rules', 'sitemap'];

describe('nearest', () => {
  it.each([
    ['llms-tx', 'llms-txt'],
    ['LLMS-TXT', 'llms-txt'],
    ['robot', 'robots'],
    ['stiemap', 'sitemap'],
    ['ai-rules', 'robots-ai-rules'],
  ])('suggests for %s first %s', (typed, expected) => {
    expect(nearest(typed, NAMES)[0]).toBe(expected);
  });

  it('suggests nothing for a word unlike every name, or longer than any', () => {
    expect(nearest('openapi', NAMES)).toEqual([]);
    expect(nearest('x', NAMES)).toEqual([]);
    expect(nearest('robots'.repeat(1000), NAMES)).toEqual([]);
  });
});
