/** The predicted tides of the demo site Tidewatch. Each day has the same four tides, around the mean level of each harbour. */

export interface Station {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The mean level above chart datum, in metres. */
  readonly meanLevel: number;
}

export interface Tide {
  /** The time in ISO 8601, UTC. */
  readonly time: string;
  readonly kind: 'high' | 'low';
  /** The height above chart datum, in metres. */
  readonly height: number;
}

export const STATIONS: readonly Station[] = [
  {
    id: 'saltmouth',
    name: 'Saltmouth Harbour',
    latitude: 50.31,
    longitude: -4.12,
    meanLevel: 3.2,
  },
  {
    id: 'gull-rock',
    name: 'Gull Rock',
    latitude: 51.04,
    longitude: -4.71,
    meanLevel: 4.6,
  },
  {
    id: 'north-quay',
    name: 'North Quay',
    latitude: 53.62,
    longitude: -0.18,
    meanLevel: 3.9,
  },
];

const HOURS = ['03:10', '09:20', '15:35', '21:45'];
/** How far a tide rises above or falls below the mean level, in metres. */
const RANGE = 2;

export function stationOf(id: string): Station | undefined {
  return STATIONS.find((station) => station.id === id);
}

/** Returns the high and low waters of a UTC day; `undefined` if `date` is not a calendar day (YYYY-MM-DD). */
export function tidesOf({ meanLevel }: Station, date: string): Tide[] | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== date) return undefined;
  return HOURS.map((hour, i) => ({
    time: `${date}T${hour}:00.000Z`,
    kind: i % 2 === 0 ? 'high' : 'low',
    height: meanLevel + (i % 2 === 0 ? RANGE : -RANGE),
  }));
}
