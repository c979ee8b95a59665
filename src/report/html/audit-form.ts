/** The form that has a site audited: on the pages that offer it, and beside what went wrong with it. */
import { SITE_TYPE_CHOICES, type SiteType } from '../../audit/check-texts/vocabulary.ts';
import { AUDIT_LIMIT, LIMITS } from '../../base/limits.ts';
import { html, type Markup } from './markup.ts';

/** What stands in the form. */
export interface AuditForm {
  /** As somebody typed it. */
  readonly url: string;
  readonly siteType: string | null;
}

const EMPTY: AuditForm = { url: '', siteType: null };

/** A plain form, which `src/site/browser/audit.ts` makes more of where scripts run. At most one on a page: its id is `audit`. */
export function auditForm({ url, siteType } = EMPTY, label = 'Audit a site'): Markup {
  const option = (value: SiteType, text: string) =>
    html`<option value="${value ?? ''}"${value === siteType && html` selected`}>${text}</option>`;
  return html`<form class="audit-form" id="audit" method="post" action="/audit" data-markdown-ignore>
    <label for="audit-url">${label}</label>
    <div class="audit-line">
      <input id="audit-url" name="url" type="text" inputmode="url" autocapitalize="none" autocomplete="url" spellcheck="false" required maxlength="2048" placeholder="example.com" value="${url}" aria-describedby="audit-note" />
      <button type="submit" class="button primary">Audit</button>
    </div>
    <details class="data"${siteType !== null && html` open`}>
      <summary>Site type (optional)</summary>
      <p>
        <label for="audit-type">Site type</label>
        <select id="audit-type" name="site_type" aria-describedby="audit-type-note">
          ${option(null, 'Detect automatically')}
          ${SITE_TYPE_CHOICES.map(({ id, name }) => option(id, name))}
        </select>
      </p>
      <p id="audit-type-note">Set it where detection is wrong. ${SITE_TYPE_CHOICES.map(({ effect }) => effect).join(' ')}</p>
    </details>
    <p class="small soft" id="audit-note">Public sites only. The site gets at most ${LIMITS.requests} requests <a href="/about-the-auditor">from our auditor</a>. The scorecard has its own address, but is not listed in the catalog or in search engines. You can run ${AUDIT_LIMIT.units} audits an hour.</p>
  </form>`;
}
