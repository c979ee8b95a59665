/**
 * `/compare/other` in the browser: a report of Lighthouse or afdocs beside a scorecard. Files are read here and go nowhere; the
 * one request is for the published scorecard of a host, when somebody asks for it.
 */
import './without-eval.ts';
import { type OtherReport, parseOtherReport, REPORT_CHARS } from '../../parse/other-report.ts';
import { type OwnScorecard, parseOwnScorecard } from '../../parse/own-scorecard.ts';
import { compareWithOther, countsText } from '../../view/others/comparison.ts';
import { instant } from '../../view/words.ts';
import { onlyOurs, onlyTheirs, verdictTable } from './compare-other-table.ts';
import { element, need } from './dom.ts';

type Side = 'report' | 'card';

let report: OtherReport | undefined;
let card: OwnScorecard | undefined;

const host = need('card-host', HTMLInputElement);

for (const side of ['report', 'card'] as const) {
  const zone = need(`${side}-zone`, HTMLFieldSetElement);
  const file = need(`${side}-file`, HTMLInputElement);
  const pasted = need(`${side}-text`, HTMLTextAreaElement);
  file.addEventListener('change', () => {
    void takeFiles([...(file.files ?? [])], side);
    // The same file can be chosen again once it has changed.
    file.value = '';
  });
  pasted.addEventListener('input', () => {
    const text = pasted.value;
    if (text.trim() === '') return;
    if (take(text, 'What you pasted', side)) pasted.value = '';
  });
  // A long text takes seconds to be laid out in the field, and nobody would read it there.
  pasted.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text === '') return;
    event.preventDefault();
    take(text, 'What you pasted', side);
  });
  for (const name of ['dragenter', 'dragover'] as const) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.add('over');
    });
  }
  zone.addEventListener('dragleave', () => zone.classList.remove('over'));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    zone.classList.remove('over');
    void takeFiles([...(event.dataTransfer?.files ?? [])], side);
  });
}
need('published', HTMLButtonElement).addEventListener('click', () => void takePublished());
host.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  void takePublished();
});
need('files', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());

async function takeFiles(files: readonly File[], side: Side): Promise<void> {
  for (const file of files.slice(0, 2)) {
    if (file.size > REPORT_CHARS) {
      say(side, `${file.name} is larger than ${REPORT_CHARS / 1024 / 1024} MiB, which no report is.`);
    } else {
      try {
        take(await file.text(), file.name, side);
      } catch {
        say(side, `${file.name} cannot be read. Choose the file again.`);
      }
    }
  }
}

/** Takes a text for what it is, also where it was given to the other side. */
function take(text: string, name: string, side: Side): boolean {
  const asReport = parseOtherReport(text);
  const asCard = parseOwnScorecard(text);
  if (asReport.ok) {
    report = asReport.value;
    const { tool, version, url, at } = report;
    say(
      'report',
      `${name}: ${tool === 'lighthouse' ? `Lighthouse ${version ?? ''}` : 'afdocs'}, of ${url.host}${at === undefined ? '' : `, made ${instant(at)}`}.`,
    );
    if (host.value === '') host.value = url.host;
  } else if (asCard.ok) {
    card = asCard.value;
    say('card', `${name}: our scorecard of ${card.target}, audited ${instant(card.freshness.scored_at)}.`);
  } else {
    say(
      side,
      side === 'report'
        ? `${name} is not a report of Lighthouse or afdocs: ${asReport.why}. Below is how to make one.`
        : `${name} is not a scorecard: ${asCard.why}. The command line makes one with --json.`,
    );
    return false;
  }
  draw();
  return true;
}

async function takePublished(): Promise<void> {
  const typed = host.value.trim().toLowerCase();
  const [asked = ''] = typed.replace(/^https?:\/\//, '').split('/');
  if (!/^[a-z0-9][a-z0-9.:-]{0,252}$/.test(asked)) {
    say('card', 'Type the host of a site, such as example.com.');
    return;
  }
  say('card', 'Loading…');
  try {
    const answer = await fetch(`/score/${encodeURIComponent(asked)}/json`);
    if (answer.ok) take(await answer.text(), 'Published', 'card');
    else if (answer.status === 404)
      say('card', `No scorecard of ${asked} is published here. Audit the site, or choose a file.`);
    else say('card', `The scorecard of ${asked} could not be loaded (HTTP ${answer.status}).`);
  } catch {
    say('card', `The scorecard of ${asked} could not be loaded. Are you offline?`);
  }
}

function draw(): void {
  const result = need('result', HTMLElement);
  result.hidden = report === undefined || card === undefined;
  if (report === undefined || card === undefined) return;
  const compared = compareWithOther(card, report);
  const { tool, only_theirs, only_ours, unknown, cautions, rows } = compared;
  need('cautions', HTMLElement).replaceChildren(
    ...cautions.map((text) => element('p', { class: 'callout warn' }, text)),
  );
  need('counts', HTMLElement).textContent = countsText(compared);
  need('verdict-box', HTMLElement).hidden = rows.length === 0;
  need('verdicts', HTMLTableElement).replaceChildren(...verdictTable(compared));
  need('only-theirs-title', HTMLElement).textContent = `Only ${tool.name} asks (${only_theirs.length})`;
  need('only-theirs', HTMLElement).replaceChildren(...onlyTheirs(compared));
  need('only-ours-title', HTMLElement).textContent = `Only we ask (${only_ours.length})`;
  need('only-ours', HTMLElement).replaceChildren(...onlyOurs(compared));
  const others = need('unknown', HTMLElement);
  others.hidden = unknown.length === 0;
  others.textContent = `Checks of theirs that we do not know yet: ${unknown.join(', ')}.`;
}

function say(side: Side, message: string): void {
  need(`${side}-said`, HTMLElement).textContent = message;
}
