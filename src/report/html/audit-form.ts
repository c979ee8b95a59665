import { SITE_TYPE_CHOICES, type SiteType } from '../../audit/check-texts/vocabulary.ts';
import { AUDIT_LIMIT, LIMITS } from '../../base/limits.ts';
import { html, type Markup } from './markup.ts';

export interface AuditForm {
  readonly url: string;
  readonly siteType: string | null;
  readonly mcpEndpoint?: string | undefined;
}

const EMPTY: AuditForm = { url: '', siteType: null };

/** Renders the audit form, at most once per page. It needs no scripts; `src/site/browser/audit.ts` enhances it. */
export function auditForm({ url, siteType, mcpEndpoint = '' } = EMPTY, label = 'Audit a site'): Markup {
  const option = (value: SiteType, text: string) =>
    html`<option value="${value ?? ''}"${value === siteType && html` selected`}>${text}</option>`;
  return html`<form class="audit-form" id="audit" method="post" action="/audit" data-markdown-ignore>
    <label for="audit-url">${label}</label>
    <div class="audit-line">
      <input id="audit-url" name="url" type="text" inputmode="url" autocapitalize="none" autocomplete="url" spellcheck="false" required maxlength="2048" placeholder="example.com" value="${url}" aria-describedby="audit-note" />
      <button type="submit" class="button primary">Audit</button>
    </div>
    <details class="data"${(siteType !== null || mcpEndpoint !== '') && html` open`}>
      <summary>Site type, MCP endpoint (optional)</summary>
      <p>
        <label for="audit-type">Site type</label>
        <select id="audit-type" name="site_type" aria-describedby="audit-type-note">
          ${option(null, 'Detect automatically')}
          ${SITE_TYPE_CHOICES.map(({ id, name }) => option(id, name))}
        </select>
      </p>
      <p id="audit-type-note">Set it where detection is wrong. ${SITE_TYPE_CHOICES.map(({ effect }) => effect).join(' ')}</p>
      <p>
        <label for="audit-endpoint">MCP endpoint</label>
        <input id="audit-endpoint" name="mcp_endpoint" type="text" autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="100" placeholder="/v1/mcp" value="${mcpEndpoint}" aria-describedby="audit-endpoint-note" />
      </p>
      <p id="audit-endpoint-note">Its path on the site, if nothing on the site links to it.</p>
    </details>
    <p class="small soft" id="audit-note">Public sites only. The site gets at most ${LIMITS.requests} requests <a href="/about-the-auditor">from our auditor</a>. The scorecard has its own address, but is not listed in the catalog or in search engines. You can run ${AUDIT_LIMIT.units} audits an hour.</p>
  </form>`;
}
