import { describe, expect, it } from 'vitest';
import { inWords } from '../../testing/in-words.ts';
import { type AnswerParts, answer, answered, refused, timedOutReply } from '../examples/answers.ts';
import { says } from './facts.ts';
import type { Reply } from './reply.ts';
import { firstFound, readSurface, type SiteBehavior, type Surface } from './surface.ts';

const HTML = 'text/html; charset=utf-8';
const NOT_FOUND: AnswerParts = {
  path: '/anc-web-audit-no-such-page',
  status: 404,
  type: HTML,
  text: '<!doctype html>Gone',
};
const ABORTED: Reply = {
  kind: 'aborted',
  requestedUrl: 'https://site.example/x',
  message: 'the audit ended before a response arrived',
};
const page = (body: string) => `<!doctype html><title>Site</title>${body}`;
const site = (notFound: AnswerParts | Reply = NOT_FOUND, root?: AnswerParts): SiteBehavior => ({
  notFound: 'kind' in notFound ? notFound : answered({ path: '/anc-web-audit-no-such-page', ...notFound }),
  root: root === undefined ? undefined : answer(root),
});

/** Reads a text that must not begin with `!`. */
const surfaceOf = (reply: Reply, behavior: SiteBehavior = site()): Surface<string> =>
  readSurface(reply, behavior, ({ text }) =>
    text.startsWith('!') ? { ok: false, why: 'begins with !' } : { ok: true, value: text },
  );
/** Like `surfaceOf`, but with the evidence as text. */
const read = (...given: Parameters<typeof surfaceOf>) => inWords(surfaceOf(...given));
const at = (parts: AnswerParts) => answered({ path: '/x', ...parts });

describe('what a probe found', () => {
  it('is found with 200 and a body that can be read', () => {
    expect(read(at({ text: 'hello' }))).toMatchObject({
      state: 'found',
      value: 'hello',
      evidence: 'https://site.example/x -> 200',
    });
  });

  it('is broken when the body cannot be read', () => {
    expect(read(at({ text: '!' }))).toEqual({
      state: 'broken',
      evidence: 'https://site.example/x -> 200 (begins with !)',
    });
  });

  it('is unseen when it goes beyond a limit of ours, which is named', () => {
    const surface = readSurface(at({ text: '[[[' }), site(), () => ({
      ok: false,
      why: 'nested deeper than 2 levels',
      isLimit: true,
    }));
    expect(inWords(surface)).toEqual({
      state: 'inconclusive',
      status: 'error',
      evidence: 'https://site.example/x -> 200 (nested deeper than 2 levels, so it cannot be judged)',
    });
  });

  it.each([400, 401, 403, 404, 405, 406, 410, 418, 204, 202])('is absent with %i', (status) => {
    expect(read(at({ status }))).toEqual({
      state: 'absent',
      evidence: `https://site.example/x -> ${status}`,
    });
  });

  it('is unseen when it is blocked, fails or is cut, and never absent', () => {
    expect(read(refused('Cloudflare header cf-mitigated', { path: '/x' }))).toEqual({
      state: 'inconclusive',
      status: 'error',
      evidence: 'https://site.example/x -> 403 (refused: Cloudflare header cf-mitigated)',
    });
    expect(read(timedOutReply('/x'))).toMatchObject({ state: 'inconclusive', status: 'error' });
    expect(read(ABORTED)).toMatchObject({ state: 'inconclusive', status: 'skip' });
  });
});

describe('a server error', () => {
  it('is broken where the host answers unknown paths otherwise', () => {
    expect(read(at({ status: 500 }))).toMatchObject({ state: 'broken' });
    expect(read(at({ status: 503 }), site({ status: 200 }))).toMatchObject({ state: 'broken' });
  });

  it.each<[string, SiteBehavior]>([
    ['the host fails everywhere', site({ status: 502 })],
    ['how it answers unknown paths could not be seen', site(timedOutReply())],
    ['it was blocked there', site(refused('x'))],
  ])('says nothing where %s', (_title, behavior) => {
    expect(read(at({ status: 500 }), behavior)).toMatchObject({ state: 'inconclusive', status: 'error' });
  });

  it('of another host says nothing of this one', () => {
    expect(read(at({ path: 'https://cdn.site.example/x', status: 500 }))).toMatchObject({
      state: 'inconclusive',
    });
  });
});

describe('a site that answers unknown paths with 200', () => {
  const soft = site({ status: 200, type: HTML, text: page('<p>No /anc-web-audit-no-such-page here, 17 ms') });

  it('has nothing where the same page is', () => {
    expect(read(at({ type: HTML, text: page('<p>No /x here, 4 ms') }), soft)).toMatchObject({
      state: 'absent',
      evidence: expect.stringContaining('the same page as for unknown paths'),
    });
  });

  it('has nothing where any HTML page is', () => {
    expect(read(at({ type: HTML, text: page('<p>Something else') }), soft)).toMatchObject({
      state: 'absent',
    });
    expect(read(at({ type: 'text/plain', text: page('<p>Something else') }), soft)).toMatchObject({
      state: 'absent',
    });
  });

  it('has what differs and is not an HTML page', () => {
    expect(read(at({ type: 'text/plain', text: 'hello' }), soft)).toMatchObject({ state: 'found' });
    expect(read(at({ type: 'text/plain', text: '!' }), soft)).toMatchObject({ state: 'broken' });
  });

  it('has nothing where the same JSON is under every path', () => {
    const json = { type: 'application/json', text: '{"ok":true,"path":"/anc-web-audit-no-such-page"}' };
    expect(
      read(at({ ...json, text: '{"ok":true,"path":"/x"}' }), site({ status: 200, ...json })),
    ).toMatchObject({
      state: 'absent',
    });
  });
});

describe('an HTML page where there should be none', () => {
  const html = { type: HTML, text: page('<h1>Docs</h1>') };

  it('is broken on a site whose unknown paths are 404', () => {
    expect(read(at(html))).toEqual({
      state: 'broken',
      evidence: 'https://site.example/x -> 200 (an HTML page)',
    });
  });

  it('is absent when it is the home page, or what a redirect led to', () => {
    expect(read(at(html), site(NOT_FOUND, html))).toMatchObject({
      state: 'absent',
      evidence: expect.stringContaining('the same as the home page'),
    });
    const redirected = at({
      ...html,
      path: '/login',
      hops: [{ url: 'https://site.example/x', status: 302 }],
    });
    expect(read(redirected)).toEqual({
      state: 'absent',
      evidence:
        'https://site.example/x -> 302 -> https://site.example/login -> 200 (redirected to an HTML page)',
    });
  });

  it('says nothing where the answer to unknown paths could not be seen', () => {
    expect(read(at(html), site(timedOutReply()))).toMatchObject({ state: 'inconclusive', status: 'error' });
    expect(read(at(html), site(ABORTED))).toMatchObject({ state: 'inconclusive', status: 'skip' });
  });
});

describe('of several places', () => {
  const found: Surface<string> = surfaceOf(at({ text: 'a' }));
  const broken: Surface<string> = { state: 'broken', evidence: says('b') };
  const inconclusive: Surface<string> = { state: 'inconclusive', status: 'error', evidence: says('u') };
  const absent = (evidence: string): Surface<string> => ({ state: 'absent', evidence: says(evidence) });

  it('the one that has it counts, then unseen, then broken', () => {
    expect(firstFound([absent('1'), broken, inconclusive, found])).toBe(found);
    expect(firstFound([absent('1'), broken, inconclusive])).toBe(inconclusive);
    expect(firstFound([absent('1'), broken])).toBe(broken);
  });

  it('all are named when none has it', () => {
    expect(inWords(firstFound([absent('1'), absent('2')]))).toEqual({ state: 'absent', evidence: '1; 2' });
  });
});
