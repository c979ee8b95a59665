/**
 * The policy of the site forbids code from strings, which zod tries to make; imported before whatever makes a schema, this
 * keeps it from trying, and the browser from complaining.
 */
import { config } from 'zod/mini';

config({ jitless: true });
