/** Enhances the audit form if scripts run: shows the progress, then opens the scorecard. */
import { AUDIT_LIMIT } from '../../base/limits.ts';
import { followAudit, type StreamOutcome, type StreamProgress } from './audit-stream.ts';
import { wireCopyButtons } from './copy.ts';
import { element, need } from './dom.ts';

const form = need('audit', HTMLFormElement);
const field = need('audit-url', HTMLInputElement);
const submit = form.querySelector<HTMLButtonElement>('[type=submit]');

const bar = element('progress', { 'aria-label': 'Checks decided' });
const status = element('p', { role: 'status' });
const clock = element('span', { class: 'soft' });
const cancel = element('button', { type: 'button' }, 'Cancel');
const running = element('div', { class: 'audit-running' }, bar, status, clock, cancel);
const problem = element('p', { id: 'audit-problem', role: 'alert' });
const patient = element('button', { type: 'button' }, 'Try again with more time, without progress');
const help = element('a', { href: '/about-the-auditor#to-let-it-in' }, 'How to let the auditor in');
const failure = element('div', { class: 'callout warn' }, problem, patient, help);
running.hidden = true;
failure.hidden = true;
// Insert these elements without text, because screen readers announce only text that is added to an existing live region.
form.querySelector('.audit-line')?.after(running, failure);

let current: AbortController | undefined;
let ticking: ReturnType<typeof setInterval> | undefined;

const requestedUrl = new URLSearchParams(location.search).get('url');
if (requestedUrl !== null && field.value === '') field.value = requestedUrl;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (current === undefined) void run();
});
cancel.addEventListener('click', () => {
  current?.abort();
  stop();
  fail(
    `Cancelled. The site has already received requests: the audit continues, and counts as one of your ${AUDIT_LIMIT.units} an hour. Request it again within a minute to see the result.`,
  );
});
// A form that is sent as a normal page load has a longer time limit. The new page shows the checks decided in time.
patient.addEventListener('click', () => form.submit());
// Reset the form, because the browser may later restore the page from its cache.
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
    // If the audit was aborted, the code that aborted it has already shown a message or left the page.
    return;
  }
  if (audit !== current) return;
  if (outcome.kind === 'done') {
    status.textContent = 'Done. Opening the scorecard.';
    location.assign(outcome.location);
    return;
  }
  stop();
  if (outcome.kind === 'cut-short') showPage(outcome);
  else fail(outcome.message, outcome);
}

/** Replaces the page's content with a page that the service has sent and that has no URL of its own. */
function showPage({ title, main }: { readonly title: string; readonly main: string }): void {
  const place = document.querySelector('main');
  if (place === null) return;
  document.title = title;
  // Safe, because the service escapes all text from the audited site. A browser without scripts gets the same page.
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
  status.textContent = 'Requesting the audit';
  const began = performance.now();
  const tick = () => {
    clock.textContent = `${Math.floor((performance.now() - began) / 1000)} s`;
  };
  tick();
  ticking = setInterval(tick, 1000);
  // Move the focus, because the focused button is about to be hidden.
  cancel.focus();
}

function show({ done, total, message }: StreamProgress): void {
  bar.max = total;
  bar.value = done;
  status.textContent = message;
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
