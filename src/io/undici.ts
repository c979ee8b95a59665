/**
 * The parts of undici that audits use. Its index would bring fetch, WebSocket, caches and mocks as well: 0.45 MB of code in
 * the function, and the time to load them. The parts have no types of their own; `undici-parts.d.ts` gives them those of
 * the index.
 */
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// As the index does: the methods `request`, `stream` and so on of all dispatchers.
Object.assign(Dispatcher.prototype, api);

export type { Dispatcher } from 'undici';
export { Agent, buildConnector, Client, Pool };
