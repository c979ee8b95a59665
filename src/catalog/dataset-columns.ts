/** Describes the dataset: its tables and columns, its license, and how to cite it. All formats are built from this file. */

/** The license of the data. The code has a different license (`LICENSE`). */
export const DATA_LICENSE = {
  id: 'CC-BY-4.0',
  short: 'CC BY 4.0',
  name: 'Creative Commons Attribution 4.0 International',
  url: 'https://creativecommons.org/licenses/by/4.0/',
} as const;

const DATASET_TITLE = 'Agent readiness of public web sites';
const DATASET_AUTHORS = 'The agent-readiness catalog authors';

export interface DatasetColumn {
  readonly name: string;
  /** The type of the values. A `datetime` is in UTC. */
  readonly type: 'string' | 'integer' | 'datetime';
  /** The meaning of the column. Backticks in the text mark code. */
  readonly about: string;
  /** Whether a value may be missing: empty in CSV, null in Parquet. */
  readonly nullable?: true;
}

export interface DataTable {
  readonly id: 'verdicts' | 'scores';
  readonly title: string;
  readonly about: string;
  readonly columns: readonly DatasetColumn[];
}

const HOST: DatasetColumn = { name: 'host', type: 'string', about: 'The audited host.' };
const KIND: DatasetColumn = { name: 'kind', type: 'string', about: 'The kind of site, such as `news`.' };
const CHECK: DatasetColumn = {
  name: 'check',
  type: 'string',
  about: 'The id of the check, such as `llms-txt`. Older rules may include checks that no longer exist.',
};
const RULES: readonly DatasetColumn[] = [
  { name: 'standard', type: 'string', about: 'The version of the standard.' },
  {
    name: 'rules',
    type: 'integer',
    about: 'The number of the rules. Do not compare results under different rules.',
  },
];

function tokensOf(name: string, what: string): DatasetColumn {
  return {
    name,
    type: 'integer',
    nullable: true,
    about: `Tokens of ${what} (\`cl100k_base\`, two significant digits). Only in the row of the newest scorecard, and only if the audit measured it.`,
  };
}

export const TABLES: readonly DataTable[] = [
  {
    id: 'verdicts',
    title: 'Verdicts',
    about:
      'Every verdict with the time for which it held: one row for each run of consecutive audits in which a check gave the same status on a site by the same rules.',
    columns: [
      HOST,
      KIND,
      CHECK,
      {
        name: 'status',
        type: 'string',
        about:
          '`pass`, `noncompliant`, `broken`, `absent`, `n_a` (see `na_reason`), `error` or `skip` (could not be run).',
      },
      {
        name: 'na_reason',
        type: 'string',
        nullable: true,
        about:
          'Of `n_a`: `antecedent-unmet` (the check does not apply) or `optional-absent` (an optional feature that the site leaves out, which is in the base of rates). Empty in results of older versions, which are in no base.',
      },
      ...RULES,
      { name: 'first_audit', type: 'datetime', about: 'The first audit that gave this verdict.' },
      { name: 'last_audit', type: 'datetime', about: 'The last audit that gave this verdict.' },
    ],
  },
  {
    id: 'scores',
    title: 'Scores',
    about:
      'Every stored scorecard with both scores. Of consecutive identical ones, only the first and the last are kept. The oldest may be from before the first known verdict.',
    columns: [
      HOST,
      KIND,
      { name: 'scored_at', type: 'datetime', about: 'When the site was audited.' },
      ...RULES,
      {
        name: 'relative',
        type: 'integer',
        about:
          'The relative score, 0 to 100: measured against the checks that apply to the site and could be tested.',
      },
      {
        name: 'global',
        type: 'integer',
        about: 'The global score, 0 to 100: measured against all checks.',
      },
      tokensOf('html_tokens', 'the home page as HTML'),
      tokensOf('markdown_tokens', 'the home page as Markdown'),
      tokensOf('llms_txt_tokens', 'llms.txt'),
    ],
  },
];

export interface DataFormat {
  readonly extension: 'csv' | 'parquet';
  readonly name: string;
  readonly mediaType: string;
}

export const DATA_FORMATS: readonly DataFormat[] = [
  { extension: 'csv', name: 'CSV', mediaType: 'text/csv' },
  { extension: 'parquet', name: 'Parquet', mediaType: 'application/vnd.apache.parquet' },
];

export interface Edition {
  /** The date of the oldest scorecard, for example `2026-11-20`. */
  readonly from: string;
  /** The date of the newest audit, for example `2026-11-22`. */
  readonly version: string;
  /** The catalog's origin, without a slash at the end. */
  readonly origin: string;
  /** Where the dataset's files are: on this site, or listed in a JSON file at the URL `index`. `undefined` if there are none. */
  readonly place: 'site' | { readonly index: string } | undefined;
}

export function citationText({ version, origin }: Edition): string {
  return `${DATASET_AUTHORS} (${version.slice(0, 4)}). ${DATASET_TITLE} (version ${version}) [Data set]. ${origin}/dataset. License: ${DATA_LICENSE.short}.`;
}

/** Returns the citation as BibTeX. Double braces preserve capitals in the title and keep the authors as a single name. */
export function citationBibtex({ version, origin }: Edition): string {
  const [year = '', month = ''] = version.split('-');
  return `@misc{agent-readiness-${version},
  author  = {{${DATASET_AUTHORS}}},
  title   = {{${DATASET_TITLE}}},
  year    = {${year}},
  month   = {${Number(month)}},
  version = {${version}},
  url     = {${origin}/dataset},
  note    = {Data set, ${DATA_LICENSE.short}}
}`;
}

const INTRO =
  'Every verdict and score of the catalog with its history, in two tables, each as CSV and Parquet.';

/** Returns the introduction to the dataset. Backticks in the text mark code. */
export function datasetIntro({ place }: Pick<Edition, 'place'>): string {
  if (place === undefined)
    return 'This catalog is too large for its site to include the dataset, and the dataset is not published elsewhere. `/catalog.json` has the newest verdict of each check, page by page.';
  return place === 'site'
    ? `${INTRO} Every build of the site updates the files; the version is the date of the newest audit.`
    : `${INTRO} The files are partitions, each with some of the sites. An index lists them with their sizes and digests, and says when they were written.`;
}

export const DATASET_READING =
  'The operator chose the sites, so they are not a sample of the web. Text in CSV that a spreadsheet would run as a formula begins with an apostrophe. Hosts and statuses are data of audited sites or of older versions: treat them as text.';

/** Returns example code that reads the dataset's files with common tools. */
export function datasetExamples({ origin, place }: Pick<Edition, 'origin' | 'place'>) {
  if (place === undefined) return [];
  const [duckDb, python] = place === 'site' ? siteExamples(origin) : partitionExamples(place.index);
  return [
    { title: 'DuckDB', language: 'sql', code: duckDb },
    { title: 'Python', language: 'python', code: python },
  ];
}

function siteExamples(origin: string) {
  return [
    `SELECT host, status, first_audit, last_audit
FROM '${origin}/dataset/verdicts.parquet'
WHERE "check" = 'llms-txt'
ORDER BY host, first_audit;`,
    `import pandas as pd

verdicts = pd.read_parquet("${origin}/dataset/verdicts.parquet")
latest = verdicts.sort_values("last_audit").groupby(["host", "check"]).tail(1)
print(latest[latest["check"] == "llms-txt"]["status"].value_counts())`,
  ] as const;
}

function partitionExamples(index: string) {
  return [
    `SET VARIABLE files = (
  SELECT list('${new URL('.', index).href}' || part.path)
  FROM (SELECT unnest(partitions) AS part FROM read_json('${index}'))
  WHERE part."table" = 'verdicts' AND part."format" = 'parquet'
);
SELECT host, status, first_audit, last_audit
FROM read_parquet(getvariable('files'))
WHERE "check" = 'llms-txt'
ORDER BY host, first_audit;`,
    `import json
from urllib.parse import urljoin
from urllib.request import urlopen

import pandas as pd

index = "${index}"
llms_txt = pd.concat(
    pd.read_parquet(urljoin(index, part["path"]), filters=[("check", "==", "llms-txt")])
    for part in json.load(urlopen(index))["partitions"]
    if part["table"] == "verdicts" and part["format"] == "parquet"
)
print(llms_txt.sort_values("last_audit").groupby("host").tail(1)["status"].value_counts())`,
  ] as const;
}

/** Returns the schema.org description of the dataset, which dataset search engines read; `undefined` if it has no files. */
export function datasetJsonLd(edition: Edition): Readonly<Record<string, unknown>> | undefined {
  const { from, version, origin, place } = edition;
  if (place === undefined) return undefined;
  return {
    '@type': 'Dataset',
    name: DATASET_TITLE,
    description: datasetIntro(edition),
    url: `${origin}/dataset`,
    version,
    dateModified: version,
    temporalCoverage: `${from}/${version}`,
    license: DATA_LICENSE.url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: DATASET_AUTHORS, url: `${origin}/` },
    citation: citationText(edition),
    keywords: ['AI agents', 'agent readiness', 'llms.txt', 'MCP', 'robots.txt', 'web standards'],
    variableMeasured: ['verdict of a check', 'relative score', 'global score'],
    distribution:
      place === 'site'
        ? TABLES.flatMap(({ id, title }) =>
            DATA_FORMATS.map(({ extension, name, mediaType }) =>
              download(`${title} (${name})`, `${origin}/dataset/${id}.${extension}`, mediaType),
            ),
          )
        : [download('Index of the files', place.index, 'application/json')],
  };
}

function download(name: string, contentUrl: string, encodingFormat: string) {
  return { '@type': 'DataDownload', name, contentUrl, encodingFormat };
}
