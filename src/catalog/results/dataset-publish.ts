/**
 * Publishes the dataset in partitions, in a folder or an S3-compatible bucket. Each run writes its files under a new name,
 * and the index last. So the index never lists an incomplete dataset, and a killed run leaves the previous one unchanged.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { AwsClient } from 'aws4fetch';
import { AuditError, FileError } from '../../base/errors.ts';
import { beginFile, isMissing, makeFolder } from '../../base/files.ts';
import { type DATA_FORMATS, DATA_LICENSE, type DataTable, TABLES } from '../dataset-columns.ts';
import { type DataFile, datasetRows, TableWriter } from './dataset-files.ts';
import { type ListedTarget, leavingOut, listedOf } from './scored.ts';
import { Store } from './store.ts';
import { readTargets } from './targets.ts';

const INDEX = 'index.json';
/** The number of verdict rows after which a partition ends, about 100 MB of CSV. The rows of a site are never split. */
const PARTITION_ROWS = 1_000_000;
/** The number of sites that are read at once. The results file of one site may have 500 kB. */
const SITES_AT_ONCE = 50;

/** A file of the dataset, as the index lists it. */
interface Partition {
  readonly table: DataTable['id'];
  readonly format: (typeof DATA_FORMATS)[number]['extension'];
  /** The path relative to the index. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DatasetIndex {
  readonly kind: 'dataset';
  readonly written_at: string;
  readonly license: string;
  readonly sites: number;
  readonly tables: readonly DataTable[];
  readonly partitions: readonly Partition[];
}

interface Upload extends Pick<Partition, 'path' | 'sha256'> {
  /** The path of the file on this machine. */
  readonly file: string;
  readonly mediaType: string;
}

/** The destination of the dataset. An edition is all files of one run; their paths begin with the edition's name. */
interface DatasetPlace {
  /** Returns the folder on this machine for the files of one run (an edition). */
  begin(edition: string): Promise<string>;
  put(upload: Upload): Promise<void>;
  index(): Promise<string | undefined>;
  putIndex(text: string): Promise<void>;
  /** Returns the names of all editions (one for each run), and possibly of unrelated files. */
  editions(): Promise<Iterable<string>>;
  remove(edition: string): Promise<void>;
  /** Removes temporary files from this machine. */
  end(): Promise<void>;
}

interface PublishOptions {
  /** The path of a folder, or `s3://bucket/prefix`. */
  readonly to: string;
  /** The environment variables with the bucket's credentials and endpoint (`AWS_…`). */
  readonly env: NodeJS.ProcessEnv;
  readonly now: Date;
  /** The number of verdicts after which a partition ends. */
  readonly partitionRows?: number;
}

/**
 * Writes the dataset, then its index. Keeps the previous edition, which readers may still be using, and removes older ones.
 * @param sites batches of sites, in the order of the list of targets; only one batch is in memory
 * @throws AuditError if sites cannot be read, if there are none, or if a file cannot be written; the old index then stays
 */
export async function publishDataset(
  sites: AsyncIterable<readonly ListedTarget[]>,
  { to, env, now, partitionRows = PARTITION_ROWS }: PublishOptions,
): Promise<DatasetIndex> {
  const place = to.startsWith('s3://') ? await bucketAt(to, env) : folderAt(to);
  const edition = now.toISOString().replaceAll(/[-:.]/g, '');
  const before = editionOf(await place.index());
  const index = await writeEdition(place, edition, { sites, partitionRows, now }).catch(
    async (error: unknown) => {
      await place.remove(edition).catch(() => undefined);
      const isFault = error instanceof Error && 'code' in error && !(error instanceof AuditError);
      throw isFault ? new FileError('Cannot write the dataset', error) : error;
    },
  );
  await place.putIndex(`${JSON.stringify(index, null, 1)}\n`);
  for (const name of new Set(await place.editions()))
    if (EDITION.test(name) && name < edition && before !== undefined && name < before)
      await place.remove(name);
  return index;
}

const EDITION = /^\d{8}T\d{9}Z$/;

/** Returns the edition (the name of a run) whose files the index lists; `undefined` if there is no index. */
function editionOf(index: string | undefined): string | undefined {
  return /"path": ?"(\d{8}T\d{9}Z)\//.exec(index ?? '')?.[1];
}

interface Contents extends Required<Pick<PublishOptions, 'now' | 'partitionRows'>> {
  readonly sites: AsyncIterable<readonly ListedTarget[]>;
}

async function writeEdition(
  place: DatasetPlace,
  edition: string,
  { sites, now, partitionRows }: Contents,
): Promise<DatasetIndex> {
  const partitions: Partition[] = [];
  let writers: readonly TableWriter[] = [];
  let [count, number, rows] = [0, 0, 0];
  try {
    const folder = await place.begin(edition);
    const endPartition = async () => {
      for (const data of writers.flatMap((writer) => writer.close())) {
        const { file, mediaType, ...partition } = await finished(folder, edition, data);
        await place.put({ ...partition, file, mediaType });
        partitions.push(partition);
      }
      [writers, rows] = [[], 0];
    };
    for await (const some of sites)
      for (const site of some) {
        if (writers.length === 0) {
          number += 1;
          const suffix = `-${String(number).padStart(4, '0')}`;
          writers = TABLES.map((table) => new TableWriter(folder, table, table.id + suffix));
        }
        const tables = datasetRows([site]);
        for (const writer of writers) writer.add(tables);
        count += 1;
        rows += tables.verdicts.length;
        if (rows >= partitionRows) await endPartition();
      }
    await endPartition();
  } finally {
    await place.end();
  }
  if (count === 0)
    throw new AuditError('configuration', 'No site has a result, so there is no dataset to write.');
  return {
    kind: 'dataset',
    written_at: now.toISOString(),
    license: DATA_LICENSE.id,
    sites: count,
    tables: TABLES,
    partitions,
  };
}

/** Compresses the file if it is CSV, syncs it to disk, and describes it for the index. */
async function finished(
  folder: string,
  edition: string,
  { name, table, format, rows }: DataFile,
): Promise<Partition & Upload> {
  let [file, path, mediaType] = [join(folder, name), `${edition}/${name}`, format.mediaType];
  if (format.extension === 'csv') {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`));
    await unlink(file);
    [file, path, mediaType] = [`${file}.gz`, `${path}.gz`, 'application/gzip'];
  }
  await using handle = await open(file, 'r+');
  await handle.sync();
  const { size: bytes } = await handle.stat();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { table, format: format.extension, path, rows, bytes, sha256: hash.digest('hex'), file, mediaType };
}

/**
 * Yields the sites of a catalog that is stored in files, in batches and in the order of the list. Leaves out demo sites.
 * @param onInvalid receives a message for each results file that is left out because it cannot be read
 * @throws AuditError if the list cannot be read
 */
export async function* listedInFolders(
  folders: { readonly targets: string; readonly results: string },
  onInvalid: (message: string) => void,
): AsyncGenerator<readonly ListedTarget[]> {
  const store = new Store({ ...folders, recordings: folders.results, dryRun: true });
  const read = leavingOut((host) => store.read(host), onInvalid);
  const targets = (await readTargets(folders.targets)).filter(({ demo }) => demo !== true);
  for (let from = 0; from < targets.length; from += SITES_AT_ONCE) {
    const some = targets.slice(from, from + SITES_AT_ONCE);
    const listed = await Promise.all(some.map(async (target) => listedOf(target, await read(target.host))));
    yield listed.filter((one) => one !== undefined);
  }
}

function folderAt(folder: string): DatasetPlace {
  return {
    async begin(edition) {
      const path = join(folder, edition);
      await makeFolder(path);
      return path;
    },
    put: async () => undefined,
    index: () =>
      readFile(join(folder, INDEX), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw new FileError(`Cannot read ${join(folder, INDEX)}`, error);
      }),
    putIndex: async (text) => (await beginFile(join(folder, INDEX))).commit(text),
    editions: () => readdir(folder),
    remove: (edition) => rm(join(folder, edition), { recursive: true, force: true }),
    end: async () => undefined,
  };
}

/** Matches a bucket and a prefix that need no escaping in a URL, in a signature or in the XML of a listing. */
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/((?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?))?$/;

/** @throws AuditError `usage` or `configuration` if the URL or the environment variables are invalid */
async function bucketAt(to: string, env: NodeJS.ProcessEnv): Promise<DatasetPlace> {
  const [, bucket, path = ''] = BUCKET.exec(to) ?? [];
  if (bucket === undefined) {
    throw new AuditError('usage', 'The bucket URL is not valid.', {
      hint: 'Use the form s3://bucket/prefix, with letters, digits, “.”, “_” and “-”.',
    });
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new AuditError('configuration', 'No credentials are set for the bucket.', {
      hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary ones.',
    });
  }
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION;
  const endpoint =
    env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || `https://s3.${region ?? 'us-east-1'}.amazonaws.com`;
  const root = URL.parse(endpoint);
  if (root === null || !/^https?:$/.test(root.protocol)) {
    throw new AuditError('configuration', 'AWS_ENDPOINT_URL_S3 is not an http or https URL.');
  }
  // Loaded on demand, because most catalogs have no bucket.
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
    ...(region && { region }),
  });
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  return bucketPlace(new Bucket(client, `${root.href.replace(/\/$/, '')}/${bucket}`), prefix);
}

function bucketPlace(bucket: Bucket, prefix: string): DatasetPlace {
  let folder = '';
  return {
    async begin() {
      folder = await mkdtemp(join(tmpdir(), 'dataset-'));
      return folder;
    },
    async put({ file, path, sha256, mediaType }) {
      const headers = { 'content-type': mediaType, 'x-amz-content-sha256': sha256 };
      await bucket.send(prefix + path, { method: 'PUT', headers, body: await openAsBlob(file) });
      await unlink(file);
    },
    index: () => bucket.send(prefix + INDEX, { method: 'GET' }, true),
    async putIndex(body) {
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
      await bucket.send(prefix + INDEX, { method: 'PUT', headers, body });
    },
    editions: async () =>
      (await bucket.keys(prefix)).map((key) => key.slice(prefix.length).split('/', 1)[0] ?? ''),
    async remove(edition) {
      for (const key of await bucket.keys(`${prefix}${edition}/`))
        await bucket.send(key, { method: 'DELETE' });
    },
    end: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The number of attempts if a connection fails. The client itself retries responses with the status 429 or 5xx. */
const ATTEMPTS = 4;

class Bucket {
  readonly #client: AwsClient;
  readonly #url: string;

  /** @param url the bucket's URL with its name in the path, a form that all S3-compatible stores accept */
  constructor(client: AwsClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  /**
   * Sends a request and returns the text of the response. For an `optional` object, returns `undefined` after a 404.
   * @throws AuditError `io`
   */
  async send(key: string, init: RequestInit, optional = false): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#client.fetch(`${this.#url}/${key}`, init);
        const text = await response.text();
        if (response.ok) return text;
        if (optional && response.status === 404 && !text.includes('NoSuchBucket')) return undefined;
        const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
        throw new AuditError(
          'io',
          `The bucket refuses ${init.method} with status ${response.status}${code === undefined ? '' : ` (${code})`}.`,
          {
            hint: 'Check its name and the credentials, which need permission to read, write, list and delete objects.',
          },
        );
      } catch (error) {
        if (error instanceof AuditError) throw error;
        if (attempt === ATTEMPTS) {
          throw new AuditError('io', 'The bucket cannot be reached.', {
            hint: 'Check AWS_ENDPOINT_URL_S3 and the network.',
            cause: error,
          });
        }
        await sleep(100 * 4 ** attempt);
      }
    }
  }

  /** Returns the keys that start with a prefix, sorted. */
  async keys(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for (;;) {
      const last = keys.at(-1);
      const query = new URLSearchParams({ 'list-type': '2', prefix, ...(last && { 'start-after': last }) });
      const list = (await this.send(`?${query}`, { method: 'GET' })) ?? '';
      const page = [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
      // If a store does not support `start-after`, its first page arrives again and ends the loop.
      if (page.length === 0 || page[0] === keys[0]) return keys;
      keys.push(...page);
    }
  }
}
