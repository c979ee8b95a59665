/** The catalog of a build: the files of a folder, or the rows of the database that CATALOG_DATABASE names. */
import { type CatalogSource, folderSource } from '../../results/scored.ts';

/** Where a catalog is, as the build's settings name it. */
export interface CatalogPlace {
  readonly folder: string;
  /** The address of a database, which is read in place of the folder. */
  readonly database: string | undefined;
}

/** @throws AuditError where the database cannot be opened */
export async function openSource({ folder, database }: CatalogPlace): Promise<CatalogSource> {
  if (database === undefined) return folderSource(folder);
  // Loaded where it is set: most catalogs are files.
  const { rowSource } = await import('../../database/open.ts');
  return rowSource(database);
}
