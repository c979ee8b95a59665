/** All known walls, as data. To recognize one more wall, add an entry. */
import { BOT_WALLS } from './bot-walls.ts';
import { CDN_WALLS } from './cdn-walls.ts';
import { FIREWALLS } from './firewalls.ts';
import { HOST_WALLS } from './host-walls.ts';
import type { Wall } from './wall.ts';

/** In the order in which they are tried; what several makers have in common stands behind what one maker has. */
export const WALLS: readonly Wall[] = [...CDN_WALLS, ...HOST_WALLS, ...FIREWALLS, ...BOT_WALLS];
