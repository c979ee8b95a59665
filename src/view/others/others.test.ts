/** The data of other tools: every id of ours exists, every entry is complete, both directions say the same. */
import { expect, test } from 'vitest';
import { catalogue } from '../../catalogue/index.ts';
import { FROM_OURS, OTHER_TOOLS, onlyOurs, otherAnchor, sourceOf } from './index.ts';
import { TOOL_IDS } from './model.ts';

const checks = OTHER_TOOLS.flatMap((tool) => tool.checks.map((check) => ({ tool, check })));

test('every tool is there once, with sources that have an address, a version and a day', () => {
  expect(OTHER_TOOLS.map(({ id }) => id)).toEqual([...TOOL_IDS]);
  for (const { sources, unknown, about, ahead } of OTHER_TOOLS) {
    for (const { url, version, read, label } of sources) {
      expect(new URL(url).protocol).toBe('https:');
      expect(read).toMatch(/^2026-\d\d-\d\d$/);
      expect(version).not.toBe('');
      expect(label).not.toBe('');
    }
    for (const texts of [unknown, about, ahead]) expect(texts.length).toBeGreaterThan(0);
  }
});

test.each(checks)('$tool.id $check.id is complete', ({ tool, check }) => {
  const { asks, ours, none, source } = check;
  expect(asks).toMatch(/^[A-Za-z`0-9].*[.]$/);
  // Either something of ours corresponds, or it is said why nothing does.
  expect(ours.length === 0).toBe(none !== undefined);
  expect(none ?? 'It is.').toMatch(/[.]$/);
  expect(sourceOf(tool, check)).toBe(tool.sources[source ?? 0]);
  for (const { check: id, differs, cases } of ours) {
    expect(catalogue.map((one) => one.id)).toContain(id);
    expect(differs).toMatch(/^[A-Za-z].*[.]$/);
    for (const { ours: statuses, theirs, why } of cases) {
      expect(statuses.length * theirs.length).toBeGreaterThan(0);
      expect(why).toMatch(/^[A-Za-z].*[.]$/);
    }
  }
  expect(new Set(ours.map((one) => one.check)).size).toBe(ours.length);
});

test('ids and anchors are unique, and an anchor needs no escaping', () => {
  const anchors = checks.map(({ tool, check }) => otherAnchor(tool, check));
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const anchor of anchors) expect(anchor).toMatch(/^[a-z0-9-]+$/);
});

test('from our side, the same pairs are told as from theirs', () => {
  const fromOurs = FROM_OURS.flatMap(({ check, theirs }) =>
    theirs.map(({ tool, other }) => `${check.id} ${tool.id} ${other.id}`),
  );
  const fromTheirs = checks.flatMap(({ tool, check }) =>
    check.ours.map((one) => `${one.check} ${tool.id} ${check.id}`),
  );
  expect(fromOurs.toSorted()).toEqual(fromTheirs.toSorted());
  for (const tool of OTHER_TOOLS) {
    const paired = new Set(tool.checks.flatMap(({ ours }) => ours.map(({ check }) => check)));
    expect(onlyOurs(tool).length + paired.size).toBe(catalogue.length);
  }
});
