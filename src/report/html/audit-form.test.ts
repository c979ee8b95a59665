import { expect, it } from 'vitest';
import { SITE_TYPE_CHOICES } from '../../audit/check-texts/vocabulary.ts';
import { auditForm } from './audit-form.ts';

it('offers every site type with its effect, and selects the current one', () => {
  const form = String(auditForm({ url: '', siteType: 'api' }));
  for (const { id, name, effect } of SITE_TYPE_CHOICES) {
    expect(form).toContain(`<option value="${id}"${id === 'api' ? ' selected' : ''}>${name}</option>`);
    expect(form).toContain(effect);
  }
});
