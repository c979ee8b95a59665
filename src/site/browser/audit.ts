/** The form that audits a site, where scripts run: shows how far the audit is, and leads to its scorecard. */
import { AUDIT_LIMIT } from '../../base/limits.ts';
import { followAudit, type StreamOutcome, type StreamProgress } from './audit-stream.ts';
import { wireCopyButtons } from './copy.ts';
import { element, need } from './dom.ts';

const form = need('audit', HTMLFormElement);
const field = need('audit-url', HTMLInputElement);
const submit = form.querySelector<HTMLButtonElement>('[type=submit]');

const bar = element('progress', { 'aria-label': 'Checks decided' });
const said = element('p', { role: 'status' });
const clock = element('span', { class: 'soft' });
const cancel = element('button', { type: 'button' }, 'Cancel');
const running = element('div', { class: 'audit-running' }, bar, said, clock, cancel);
const problem = element('p', { id: 'audit-problem', role: 'alert' });
const patient = element('button', { type: 'button' }, 'Try again with more time, without progress');
const help = element('a', { href: '/about-the-auditor#to-let-it-in' }, 'How to let the auditor in');
const failure = element('div', { class: 'callout warn' }, problem, patient, help);
running.hidden = true;
failure.hidden = true;
// A live region is heard only if it is there before its text.
form.querySelector('.audit-line')?.after(running, failure);

/** The audit that is under way. */
let current: AbortController | undefined;
let ticking: ReturnType<typeof setInterval> | undefined;

const asked = new URLSearchParams(location.search).get('url');
if (asked !== null && field.value === '') field.value = asked;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (current === undefined) void run();
});
cancel.addEventListener('click', () => {
  current?.abort();
  stop();
  fail(
    `Cancelled. The site has been asked: the audit goes on, and counts as one of your ${AUDIT_LIMIT.units} an hour. Ask again within a minute to see what came of it.`,
  );
});
// As without scripts: a longer deadline, and the page that the service makes of what it has then.
patient.addEventListener('click', () => form.submit());
// A page that comes back from the cache of the browser is one that nobody has sent anything from.
addEventListener('pagehide', () => {
  current?.abort();
  stop();
});

async function run(): Promise<void> {
  const audit = new AbortController();
  start(audit);
  let outcome: StreamOutcome;
  try {
    outcome = await followAudit(form, audit.signal, show);
  } catch {
    // The code that aborted it has already said so.
    return;
  }
  if (audit !== current) return;
  if (outcome.kind === 'done') {
    said.textContent = 'Done. Opening the scorecard.';
    location.assign(outcome.location);
    return;
  }
  stop();
  if (outcome.kind === 'cut-short') showPage(outcome);
  else fail(outcome.message, outcome);
}

/** Puts a page of our own service in the place of this one; no address has it. */
function showPage({ title, main }: { readonly title: string; readonly main: string }): void {
  const place = document.querySelector('main');
  if (place === null) return;
  document.title = title;
  // The service escapes what it quotes: this is the page that a browser without scripts gets.
  place.innerHTML = main;
  wireCopyButtons(place);
  const heading = place.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
  scrollTo(0, 0);
}

function start(audit: AbortController): void {
  current = audit;
  failure.hidden = true;
  running.hidden = false;
  if (submit !== null) submit.disabled = true;
  field.readOnly = true;
  bar.removeAttribute('value');
  said.textContent = 'Asking for the audit';
  const began = performance.now();
  const tick = () => {
    clock.textContent = `${Math.floor((performance.now() - began) / 1000)} s`;
  };
  tick();
  ticking = setInterval(tick, 1000);
  // The button that had the focus can no longer have it.
  cancel.focus();
}

function show({ done, total, message }: StreamProgress): void {
  bar.max = total;
  bar.value = done;
  said.textContent = message;
}

function stop(): void {
  current = undefined;
  clearInterval(ticking);
  running.hidden = true;
  if (submit !== null) submit.disabled = false;
  field.readOnly = false;
}

function fail(message: string, { slow = false, refused = false } = {}): void {
  failure.hidden = false;
  patient.hidden = !slow;
  help.hidden = !refused;
  problem.textContent = message;
  (slow ? patient : field).focus();
}
