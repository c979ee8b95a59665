import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Contact } from '../../report/contact.ts';
import type { PageContent } from '../../report/html/page.ts';
import { filled, frameOf } from '../../report/html/template.ts';

export interface Rendered {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Pages {
  readonly origin: string;
  readonly contact: Contact;
  rendered(page: PageContent): Rendered;
  respond(c: Context, page: PageContent, status?: ContentfulStatusCode): Response;
}

/** @param template the content of `dist/service/template.html` */
export function pagesIn(template: string, origin: string, contact: Contact = {}): Pages {
  const frame = frameOf(template);
  const rendered = (page: PageContent): Rendered => ({
    text: filled(frame, page),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...(!page.index && { 'X-Robots-Tag': 'noindex' }),
    },
  });
  return {
    origin,
    contact,
    rendered,
    respond(c, page, status = 200) {
      const { text, headers } = rendered(page);
      return c.body(text, status, headers);
    },
  };
}
