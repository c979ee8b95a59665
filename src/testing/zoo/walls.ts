/** The zoo of walls: sites behind them, and sites that only look so. */
import { FULL_WALLS } from './full-walls.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { PARTIAL_WALLS } from './partial-walls.ts';

export const WALL_ZOO = { full: FULL_WALLS, partial: PARTIAL_WALLS, lookAlikes: LOOK_ALIKES };
