/** Lighthouse as it is installed, beside an audit of the same demo site: the data about it must be that of this version. */
import lighthouse from 'lighthouse';
import { expect, test } from 'vitest';
import { ready } from '../demo/ready/index.ts';
import { serveDemo } from '../demo/server.ts';
import { parseOtherReport } from '../parse/other-report.ts';
import { storedEnvelopeSchema } from '../scorecard/stored.ts';
import { cli } from '../testing/cli.ts';
import { compareWithOther } from '../view/others/comparison.ts';
import { toolOf } from '../view/others/index.ts';
import { launchDebugged } from './testing/browser.ts';

test('every audit of the category is known, and each row says what it should', {
  timeout: 120_000,
}, async () => {
  await using site = await serveDemo(ready);
  await using browser = await launchDebugged();
  const made = await lighthouse(site.url, {
    port: browser.port,
    logLevel: 'error',
    onlyCategories: ['agentic-browsing'],
    disableFullPageScreenshot: true,
  });
  const parsed = parseOtherReport(JSON.stringify(made?.lhr));
  if (!parsed.ok) throw new Error(parsed.why);
  const card = storedEnvelopeSchema.parse(JSON.parse((await cli([site.url, '--json'])).stdout));
  const compared = compareWithOther(card, parsed.value);
  expect(compared.unknown).toEqual([]);
  expect(compared.cautions).toEqual([]);
  expect(toolOf('lighthouse').sources[0].version).toContain(` ${compared.tool.version} `);
  const told = compared.rows.map(({ check, theirs, outcome }) => `${check}/${theirs.id} ${outcome}`);
  expect(told).toEqual(
    expect.arrayContaining([
      'ai-catalog/ard-schema differ',
      'llms-txt/llms-txt agree',
      'llms-txt-format/llms-txt agree',
    ]),
  );
});
