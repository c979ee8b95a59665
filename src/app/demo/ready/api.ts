/** The JSON API of the demo site Tidewatch. Reads are open, alerts need a token, and a rate limit applies to all requests. */
import { Hono } from 'hono';
import type { AuthorizationServer } from '../oauth.ts';
import { json, problem } from '../respond.ts';
import { STATIONS, stationOf, tidesOf } from './tides.ts';

/** The maximum number of requests in a window. */
const LIMIT = 600;
const WINDOW_SECONDS = 60;

/** A rate limit that counts requests in fixed windows. */
export class Allowance {
  #window = 0;
  #used = 0;

  /** Counts one request; returns the rate-limit headers and whether the limit is exceeded. */
  take(now: number): { readonly exceeded: boolean; readonly headers: Record<string, string> } {
    const window = Math.floor(now / (WINDOW_SECONDS * 1000));
    if (window !== this.#window) {
      this.#window = window;
      this.#used = 0;
    }
    this.#used += 1;
    const reset = Math.ceil(((window + 1) * WINDOW_SECONDS * 1000 - now) / 1000);
    const headers = {
      'RateLimit-Limit': String(LIMIT),
      'RateLimit-Remaining': String(Math.max(0, LIMIT - this.#used)),
      'RateLimit-Reset': String(reset),
    };
    const exceeded = this.#used > LIMIT;
    return { exceeded, headers: exceeded ? { ...headers, 'Retry-After': String(reset) } : headers };
  }
}

export function apiRoutes(auth: AuthorizationServer, origin: string, startedAt: Date): Hono {
  const api = new Hono();
  const allowance = new Allowance();
  const today = startedAt.toISOString().slice(0, 10);

  api.use(async (c, next) => {
    const { exceeded, headers } = allowance.take(Date.now());
    if (exceeded) return problem(429, 'Too many requests', `${LIMIT} requests a minute are served.`, headers);
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return undefined;
  });

  api.get('/stations', () => json({ stations: STATIONS.map(summaryOf) }));
  api.get('/stations/:id', (c) => {
    const station = stationOf(c.req.param('id'));
    return station === undefined ? noStation(c.req.param('id')) : json(summaryOf(station));
  });
  api.get('/stations/:id/tides', (c) => {
    const station = stationOf(c.req.param('id'));
    if (station === undefined) return noStation(c.req.param('id'));
    const date = c.req.query('date') ?? today;
    const tides = tidesOf(station, date);
    return tides === undefined
      ? problem(400, 'Not a day', 'Give `date` as a calendar day, for example 2027-03-21.')
      : json({ station: station.id, date, tides });
  });
  api.post('/alerts', (c) =>
    auth.allows(c.req.header('authorization'))
      ? json({ accepted: true })
      : problem(
          401,
          'Authorization required',
          `Alerts need a token; ${origin}/auth.md says how to get one.`,
          {
            'WWW-Authenticate': 'Bearer realm="tidewatch", scope="alerts"',
          },
        ),
  );
  api.all('*', () =>
    problem(404, 'Not found', `There is no such endpoint; ${origin}/openapi.json lists them.`),
  );
  return api;
}

function summaryOf({ id, name, latitude, longitude, meanLevel }: (typeof STATIONS)[number]) {
  return { id, name, latitude, longitude, mean_level_m: meanLevel };
}

function noStation(id: string): Response {
  return problem(
    404,
    'No such station',
    `No station is called ${id.slice(0, 80)}; GET /api/v1/stations lists them.`,
  );
}
