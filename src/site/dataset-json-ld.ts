/** The dataset as schema.org describes it, which search engines for datasets read. */
import {
  citationText,
  DATA_FORMATS,
  DATA_LICENCE,
  DATASET_AUTHORS,
  DATASET_INTRO,
  DATASET_TITLE,
  type Edition,
  TABLES,
} from '../view/dataset.ts';

/** The JSON-LD of the dataset's page. */
export function datasetJsonLd(edition: Edition): Readonly<Record<string, unknown>> {
  const { from, version, origin } = edition;
  return {
    '@type': 'Dataset',
    name: DATASET_TITLE,
    description: DATASET_INTRO,
    url: `${origin}/dataset`,
    version,
    dateModified: version,
    temporalCoverage: `${from}/${version}`,
    license: DATA_LICENCE.url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: DATASET_AUTHORS, url: `${origin}/` },
    citation: citationText(edition),
    keywords: ['AI agents', 'agent readiness', 'llms.txt', 'MCP', 'robots.txt', 'web standards'],
    variableMeasured: ['verdict of a check', 'score of what applies', 'score of everything'],
    distribution: TABLES.flatMap(({ id, title }) =>
      DATA_FORMATS.map(({ extension, name, mediaType }) => ({
        '@type': 'DataDownload',
        name: `${title} (${name})`,
        contentUrl: `${origin}/dataset/${id}.${extension}`,
        encodingFormat: mediaType,
      })),
    ),
  };
}
