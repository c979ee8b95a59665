/** The buttons that have a site audited again: the form is sent as it is, and the page says that this takes a while. */

export function wireAuditAgain(within: ParentNode): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('form.again')) {
    const button = form.querySelector('button');
    const said = form.querySelector('[role=status]');
    if (button === null || said === null) continue;
    form.addEventListener('submit', () => {
      button.disabled = true;
      said.textContent = 'Auditing. This takes up to 20 seconds.';
    });
    // A page that comes back from the cache of the browser is one that nobody has sent anything from.
    addEventListener('pageshow', () => {
      button.disabled = false;
      said.textContent = '';
    });
  }
}
