import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { envelopeFor } from '../../testing/envelopes.ts';
import { listen } from '../../testing/servers.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { TABLES } from '../dataset-columns.ts';
import { type DatasetIndex, listedInFolders, publishDataset } from './dataset-publish.ts';
import { goodResult } from './merge.ts';
import type { ListedTarget } from './scored.ts';
import { storedText } from './stored-text.ts';
import { targetText } from './targets.ts';

const HOSTS = ['a.example', 'b.example', 'c.example'];
const catalog = scratchFolder('listed');
const folders = { targets: join(catalog, 'targets'), results: join(catalog, 'results') };
for (const path of Object.values(folders)) mkdirSync(path);
for (const host of [...HOSTS, 'demo.example', 'waiting.example', 'unreadable.example']) {
  const demo = host === 'demo.example' ? { demo: true as const } : {};
  const target = { host, name: host, description: 'A site of this test.', category: 'news', ...demo };
  writeFileSync(join(folders.targets, `${host}.json`), targetText(target));
  const envelope = envelopeFor({ target: host, scoredAt: '2026-11-20T02:00:00.000Z' });
  if (host === 'unreadable.example') writeFileSync(join(folders.results, `${host}.json`), '{');
  else if (host !== 'waiting.example')
    writeFileSync(join(folders.results, `${host}.json`), storedText(goodResult(host, envelope)));
}

const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' };
const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=.*, Signature=[0-9a-f]{64}$/;

/**
 * Serves a bucket in memory that checks digests, and that requests are signed. Lists have two keys per page, and the first
 * connection is reset.
 */
async function serveBucket(objects: Map<string, Buffer>) {
  let isFirst = true;
  const server = createServer(async (request, response) => {
    if (isFirst) {
      isFirst = false;
      return request.socket.destroy();
    }
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const { authorization = '', 'x-amz-content-sha256': digest } = request.headers;
    const say = (status: number, text: string | Buffer = '') => response.writeHead(status).end(text);
    const key = pathname.slice('/catalog/'.length);
    const isDigest = digest === 'UNSIGNED-PAYLOAD' || digest === sha256(body);
    if (!SIGNED.test(authorization) || !isDigest || !pathname.startsWith('/catalog/'))
      return say(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    if (request.method === 'PUT') {
      objects.set(key, body);
      return say(200);
    }
    if (request.method === 'DELETE') return say(objects.delete(key) ? 204 : 404);
    const stored = objects.get(key);
    if (key !== '') return stored === undefined ? say(404) : say(200, stored);
    const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? ''];
    const keys = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after);
    return say(
      200,
      keys
        .toSorted()
        .slice(0, 2)
        .map((one) => `<Contents><Key>${one}</Key></Contents>`)
        .join(''),
    );
  });
  return shared(await listen(server, 'http'));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const folder = join(scratchFolder('published'), 'dataset');
const objects = new Map([['other/20200101T000000000Z/kept', Buffer.from('of others')]]);
const { url: endpoint } = await serveBucket(objects);

const PLACES = [
  {
    name: 'a folder',
    to: folder,
    env: {},
    paths: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    bytes: (path: string) => readFileSync(join(folder, path)),
    leave(path: string) {
      mkdirSync(join(folder, path, '..'));
      writeFileSync(join(folder, path), '');
    },
  },
  {
    name: 'a bucket',
    to: 's3://catalog/data',
    env: { ...KEYS, AWS_ENDPOINT_URL_S3: endpoint },
    paths: () => [...objects.keys()].filter((key) => key.startsWith('data/')).map((key) => key.slice(5)),
    bytes: (path: string) => objects.get(`data/${path}`) ?? Buffer.of(),
    leave: (path: string) => objects.set(`data/${path}`, Buffer.of()),
  },
];

const faults: string[] = [];
const onInvalid = (message: string) => void faults.push(message);

const day = (of: number) => new Date(`2026-11-0${of}T00:00:00.000Z`);

describe.each(PLACES)('the dataset in $name', ({ to, env, paths, bytes, leave }) => {
  const indexNow = (): DatasetIndex => JSON.parse(bytes('index.json').toString());
  const editions = () => [...new Set(paths().map((path) => path.split('/', 1)[0]))].toSorted();

  it('has the same rows as CSV and as Parquet, in partitions that the index describes', async () => {
    faults.length = 0;
    const index = await publishDataset(listedInFolders(folders, onInvalid), {
      to,
      env,
      now: day(1),
      partitionRows: 100,
    });
    expect(indexNow()).toEqual(index);
    expect(faults).toEqual([expect.stringMatching(/unreadable\.example\.json.* It is left out\.$/)]);
    expect(index).toMatchObject({ sites: 3, written_at: day(1).toISOString(), tables: TABLES });
    expect(paths().toSorted()).toEqual(
      ['index.json', ...index.partitions.map(({ path }) => path)].toSorted(),
    );
    for (const one of index.partitions)
      expect(one).toMatchObject({ bytes: bytes(one.path).length, sha256: sha256(bytes(one.path)) });
    for (const { id, columns } of TABLES) {
      const parts = index.partitions.filter(({ table, format }) => table === id && format === 'parquet');
      expect(parts).toHaveLength(2);
      const hosts: unknown[] = [];
      for (const { path, rows } of parts) {
        const file = new Uint8Array(bytes(path)).buffer;
        const stored = await parquetReadObjects({ file });
        expect(stored).toHaveLength(rows);
        hosts.push(...stored.map(({ host }) => host));
        const csv = gunzipSync(bytes(path.replace('.parquet', '.csv.gz'))).toString();
        const cells = (row: Record<string, unknown>) =>
          columns
            .map(({ name }) => row[name] ?? '')
            .map((cell) => (cell instanceof Date ? cell.toISOString() : cell));
        expect(csv.trimEnd().split('\r\n').slice(1)).toEqual(stored.map((row) => cells(row).join(',')));
      }
      expect([...new Set(hosts)]).toEqual(HOSTS);
    }
  });

  it('stays whole while the next one is written, and if that fails', async () => {
    const before = indexNow();
    async function* fails() {
      yield* listedInFolders(folders, onInvalid);
      expect(paths().length).toBeGreaterThan(before.partitions.length + 1);
      expect(indexNow()).toEqual(before);
      throw new Error('killed');
    }
    const publish = publishDataset(fails(), { to, env, now: day(2), partitionRows: 1 });
    await expect(publish).rejects.toThrow('killed');
    expect(paths().toSorted()).toEqual(
      ['index.json', ...before.partitions.map(({ path }) => path)].toSorted(),
    );
  });

  it('stays for its readers until the run after the next one, which also removes what a killed run left', async () => {
    const publish = (of: number) =>
      publishDataset(listedInFolders(folders, onInvalid), { to, env, now: day(of) });
    await publish(3);
    const [first, third, killed, fifth, sixth] = [1, 3, 4, 5, 6].map((of) => `2026110${of}T000000000Z`);
    expect(editions()).toEqual([first, third, 'index.json']);
    leave(`${killed}/verdicts-0001.csv`);
    await publish(5);
    expect(editions()).toEqual([third, killed, fifth, 'index.json']);
    await publish(6);
    expect(editions()).toEqual([fifth, sixth, 'index.json']);
  });

  it('is not replaced by an empty one', async () => {
    async function* none(): AsyncGenerator<readonly ListedTarget[]> {}
    await expect(publishDataset(none(), { to, env, now: day(7) })).rejects.toThrow('No site has a result');
    expect(indexNow().sites).toBe(3);
  });
});

it('leaves objects outside the prefix', () => {
  expect(objects.has('other/20200101T000000000Z/kept')).toBe(true);
});

it.each([
  ['s3://catalog/a?b', KEYS, 'The bucket URL is not valid.'],
  ['s3://catalog/data', {}, 'No credentials are set for the bucket.'],
  ['s3://catalog/data', { ...KEYS, AWS_ENDPOINT_URL_S3: 'ftp://x' }, 'is not an http or https URL'],
  ['s3://another', { ...KEYS, AWS_ENDPOINT_URL_S3: endpoint }, 'GET with status 403 (SignatureDoesNotMatch)'],
  ['/dev/null/dataset', {}, 'part of the path is a file'],
])('says why %s cannot be written to', async (to, env, message) => {
  await expect(publishDataset(listedInFolders(folders, onInvalid), { to, env, now: day(7) })).rejects.toThrow(
    message,
  );
});
