import { PACKAGE_PATHS } from '../base/npx.ts';
import { DATA_FORMATS, DATA_LICENSE, TABLES } from '../catalog/dataset-columns.ts';
import { MOST_LISTED } from '../catalog/results/downloads.ts';
import {
  type Json,
  noPage,
  OBJECT,
  openapiAnswer,
  pathParameter,
  openRead as read,
  TARGET,
} from './openapi-answer.ts';

export function downloadPaths(): Json {
  return {
    '/catalog.json': read(
      'getCatalog',
      `The whole catalog: every ranked site with every verdict, and under apart the sites that no audit can see. With more than ${MOST_LISTED} sites in a list it is an index of pages instead`,
      openapiAnswer('The catalog', 'application/json', OBJECT),
    ),
    '/catalog/{page}.json': read(
      'getCatalogPage',
      'A page of a long catalog; the index at /catalog.json lists the pages or the first one, and each page has the URL of the next',
      openapiAnswer('The page', 'application/json', OBJECT),
      {
        parameters: [{ name: 'page', in: 'path', required: true, schema: { type: 'string' } }],
        missing: noPage('The catalog has no such page, or is one document.'),
      },
    ),
    '/catalog.csv': read(
      'getCatalogCsv',
      'The whole catalog as a table with one row for each site and one column for each check',
      openapiAnswer('The catalog (RFC 4180, with a header row)', 'text/csv'),
      { missing: noPage('The catalog is too large for one table.') },
    ),
    '/dataset/{table}.{format}': read(
      'getDatasetTable',
      `A table of the dataset (${DATA_LICENSE.short})`,
      {
        description: 'The table',
        content: Object.fromEntries(DATA_FORMATS.map(({ mediaType }) => [mediaType, {}])),
      },
      {
        parameters: [
          pathParameter(
            'table',
            TABLES.map(({ id }) => id),
          ),
          pathParameter(
            'format',
            DATA_FORMATS.map(({ extension }) => extension),
          ),
        ],
        missing: noPage('There is no such table, or the catalog is too large for one.'),
      },
    ),
    '/changes.json': read(
      'getChanges',
      'What changed in the catalog: scores, verdicts, rules, and sites that cannot be audited',
      openapiAnswer('The changes, the newest first', 'application/json', OBJECT),
    ),
    '/changes.atom': read(
      'getCatalogAtom',
      'The changes of the catalog as Atom (RFC 4287)',
      openapiAnswer('The feed', 'application/atom+xml'),
    ),
    '/score/{target}/changes.atom': read(
      'getSiteAtom',
      'The changes of a site of the catalog as Atom (RFC 4287)',
      openapiAnswer('The feed', 'application/atom+xml'),
      { parameters: [TARGET], missing: noPage('The catalog does not have this site.') },
    ),
    '/checks.json': read(
      'listChecks',
      'All checks with their definitions, fixes and pass rates',
      openapiAnswer('The checks', 'application/json', OBJECT),
    ),
    '/cli.json': read(
      'getCommandLine',
      'Facts about the published command line: version, size, digests',
      openapiAnswer('The facts', 'application/json', OBJECT),
    ),
    [PACKAGE_PATHS.newest]: read(
      'getCommandLinePackage',
      'The newest version of the command line as an npm package',
      openapiAnswer('The package, as npm pack makes it', 'application/gzip', {}),
    ),
    [PACKAGE_PATHS.version]: read(
      'getCommandLinePackageOfVersion',
      'The same package at the address of its version, for npx',
      openapiAnswer('The package, as npm pack makes it', 'application/gzip', {}),
    ),
  };
}
