/**
 * Responses of the walls in the table, as their vendors send them: for each wall one response per artifact and then per
 * phrase, in the table's order.
 */
import { BOT_WALL_ANSWERS } from './wall-answers-bots.ts';
import { CDN_WALL_ANSWERS } from './wall-answers-cdns.ts';
import { HOST_WALL_ANSWERS } from './wall-answers-hosts.ts';
import type { WallAnswers } from './wall-answers-type.ts';

export const WALL_ANSWERS: WallAnswers = { ...CDN_WALL_ANSWERS, ...BOT_WALL_ANSWERS, ...HOST_WALL_ANSWERS };
