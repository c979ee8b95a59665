import { expect, it } from 'vitest';
import { withTls } from './connect.ts';

const CERTIFICATE = import.meta.filename;

it.each([
  ['postgres://u:p@db.example/c', '?sslmode=verify-full'],
  ['postgres://u:p@db.example/c?sslmode=require&ssl=false', '?sslmode=verify-full'],
  ['postgres://u:p@10.0.0.7/c?sslmode=prefer', '?sslmode=verify-full'],
  ['postgres://u:p@db.example/c?sslmode=disable', '?sslmode=disable'],
  ['postgres://u:p@127.0.0.1/c?host=db.example', '?host=db.example&sslmode=verify-full'],
  ['postgres://u:p@localhost.example/c', '?sslmode=verify-full'],
  [
    `postgres://u:p@db.example/c?sslrootcert=${CERTIFICATE}`,
    `?sslrootcert=${encodeURIComponent(CERTIFICATE)}&sslmode=verify-full`,
  ],
  ['postgres://u:p@db.example/c?sslrootcert=system', '?sslmode=verify-full'],
  ['postgres://u:p@127.0.0.1:5433/c', '?sslmode=disable'],
  ['postgres://u:p@[::1]/c', '?sslmode=disable'],
  ['postgres://u:p@localhost/c?sslmode=no-verify', '?sslmode=no-verify'],
  ['postgres:///c?host=/run/postgresql', '?host=%2Frun%2Fpostgresql&sslmode=disable'],
  ['postgres://%2Frun%2Fpostgresql/c', '?sslmode=disable'],
])('%s connects with %s', (url, query) => {
  expect(new URL(withTls(url)).search).toBe(query);
});

it.each([
  ['postgres://u:p@db.example/c?sslmode=verify', 'unknown sslmode'],
  ['postgres://u:p@db.example/c?sslrootcert=/nowhere.pem', 'sslrootcert'],
])('%s is refused, without its password', (url, message) => {
  expect(() => withTls(url)).toThrow(message);
  expect(() => withTls(url)).not.toThrow('u:p');
});
