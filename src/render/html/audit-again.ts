/** The button that has a site audited again: a form, which needs no script. */
import { SITE_TYPES } from '../../catalogue/vocabulary.ts';
import { html, type Markup } from './markup.ts';

export function auditAgain(host: string, siteType: string | null): Markup {
  const type = SITE_TYPES.find((one) => one === siteType);
  return html`<form class="again no-print" method="post" action="/audit" data-markdown-ignore><input type="hidden" name="url" value="${host}" />${type !== undefined && html`<input type="hidden" name="site_type" value="${type}" />`}<button type="submit">Audit again</button><span class="small soft" role="status"></span></form>`;
}
