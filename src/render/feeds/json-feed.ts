/** A feed as JSON Feed 1.1 (jsonfeed.org/version/1.1), with each change as data in an extension. */
import { plain } from '../../parse/text.ts';
import { changeDocument } from '../../view/change-document.ts';
import { jsonText } from '../escape.ts';
import { changeHtml, changeText, type Feed, itemsOf } from './feed.ts';

export const JSON_FEED_TYPE = 'application/feed+json; charset=utf-8';

export function jsonFeed(feed: Feed): string {
  const { title, description, origin, page, path } = feed;
  return `${jsonText(
    {
      version: 'https://jsonfeed.org/version/1.1',
      title: plain(title),
      description: plain(description),
      home_page_url: page,
      feed_url: `${origin}${path}.feed.json`,
      language: 'en',
      authors: [{ name: 'Agent readiness', url: `${origin}/` }],
      items: itemsOf(feed).map((change) => {
        const document = changeDocument(change, origin);
        return {
          id: document.id,
          url: document.scorecard_url,
          title: document.title,
          content_text: changeText(change),
          content_html: changeHtml(change),
          date_published: change.at,
          tags: [change.kind],
          _change: { about: `${origin}/schema/changes.schema.json`, ...document },
        };
      }),
    },
    2,
  )}\n`;
}
