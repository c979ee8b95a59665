import { memoryStore } from './store.ts';
import { itIsConditional } from './testing/conditional-store.ts';

itIsConditional(memoryStore);
