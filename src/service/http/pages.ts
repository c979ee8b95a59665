import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Contact } from '../../report/contact.ts';
import type { PageContent } from '../../report/html/page.ts';
import { fillTemplate } from '../../report/html/template.ts';

export interface Pages {
  readonly origin: string;
  readonly contact: Contact;
  respond(c: Context, page: PageContent, status?: ContentfulStatusCode): Response;
}

/** @param template the content of `dist/service/template.html` */
export function pagesIn(template: string, origin: string, contact: Contact = {}): Pages {
  return {
    origin,
    contact,
    respond(c, page, status = 200) {
      if (!page.index) c.header('X-Robots-Tag', 'noindex');
      c.header('Content-Type', 'text/html; charset=utf-8');
      return c.body(fillTemplate(template, page), status);
    },
  };
}
