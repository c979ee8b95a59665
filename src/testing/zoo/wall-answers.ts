/**
 * Answers of the walls that the table knows, as their makers send them: for each wall one answer for each of its
 * artefacts and then for each of its phrases, in the table's order.
 */
import { BOT_WALL_ANSWERS } from './wall-answers-bots.ts';
import { CDN_WALL_ANSWERS } from './wall-answers-cdns.ts';
import { HOST_WALL_ANSWERS } from './wall-answers-hosts.ts';
import type { WallAnswers } from './wall-answers-type.ts';

export const WALL_ANSWERS: WallAnswers = { ...CDN_WALL_ANSWERS, ...BOT_WALL_ANSWERS, ...HOST_WALL_ANSWERS };
