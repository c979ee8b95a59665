import type { Route } from './serve.ts';

type FixedRoute = Exclude<Route, (...args: never) => unknown>;

export const HTML_TYPE = 'text/html; charset=utf-8';
export const HOME = { type: HTML_TYPE, body: '<!doctype html><title>Home</title><h1>Home</h1>' };
export const HTML = { type: HTML_TYPE, body: '<!doctype html><title>Page</title>' };

export const text = (body: string, type = 'text/plain') => ({ type, body });

export const json = (value: unknown, more: Omit<FixedRoute, 'body'> = {}) => ({
  type: 'application/json',
  ...more,
  body: JSON.stringify(value),
});

export const redirect = (location: string, status = 302) => ({ status, headers: { location } });

export const sitemapOf =
  (...paths: string[]): Route =>
  ({ headers: { host } }, response) => {
    const locations = paths.map((path) => `<url><loc>http://${host}${path}</loc></url>`);
    response.setHeader('content-type', 'application/xml').end(`<urlset>${locations.join('')}</urlset>`);
  };
