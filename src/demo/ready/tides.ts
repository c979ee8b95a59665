/** The tides that Tidewatch predicts: two harmonic constituents for each harbour, as tide tables were made by hand. */

export interface Station {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Mean level above chart datum, in metres. */
  readonly meanLevel: number;
  /** Amplitude in metres and phase in degrees of the lunar (M2) and the solar (S2) semidiurnal tide. */
  readonly m2: readonly [amplitude: number, phase: number];
  readonly s2: readonly [amplitude: number, phase: number];
}

export interface Tide {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly kind: 'high' | 'low';
  /** Metres above chart datum. */
  readonly height: number;
}

export const STATIONS: readonly Station[] = [
  {
    id: 'saltmouth',
    name: 'Saltmouth Harbour',
    latitude: 50.31,
    longitude: -4.12,
    meanLevel: 3.2,
    m2: [1.7, 152],
    s2: [0.6, 206],
  },
  {
    id: 'gull-rock',
    name: 'Gull Rock',
    latitude: 51.04,
    longitude: -4.71,
    meanLevel: 4.6,
    m2: [2.6, 168],
    s2: [0.9, 214],
  },
  {
    id: 'north-quay',
    name: 'North Quay',
    latitude: 53.62,
    longitude: -0.18,
    meanLevel: 3.9,
    m2: [2.1, 121],
    s2: [0.7, 171],
  },
];

/** Degrees an hour at which the two constituents turn. */
const M2_SPEED = 28.9841042;
const S2_SPEED = 30;
const STEP_MS = 5 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export function stationOf(id: string): Station | undefined {
  return STATIONS.find((station) => station.id === id);
}

/** High and low waters of a UTC day, to five minutes. `undefined` when `date` is no calendar day (YYYY-MM-DD). */
export function tidesOf(station: Station, date: string): Tide[] | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== date) return undefined;
  const tides: Tide[] = [];
  for (let time = start; time < start + DAY_MS; time += STEP_MS) {
    const [before, height, after] = [time - STEP_MS, time, time + STEP_MS].map((at) => heightAt(station, at));
    if (before === undefined || height === undefined || after === undefined) continue;
    const kind =
      height > before && height >= after ? 'high' : height < before && height <= after ? 'low' : undefined;
    if (kind === undefined) continue;
    tides.push({ time: new Date(time).toISOString(), kind, height: Math.round(height * 100) / 100 });
  }
  return tides;
}

/** Height of the tide in metres above chart datum. `at` is milliseconds since 1970. */
function heightAt({ meanLevel, m2, s2 }: Station, at: number): number {
  const hours = at / 3_600_000;
  const wave = ([amplitude, phase]: Station['m2'], speed: number) =>
    amplitude * Math.cos(((speed * hours - phase) * Math.PI) / 180);
  return meanLevel + wave(m2, M2_SPEED) + wave(s2, S2_SPEED);
}
