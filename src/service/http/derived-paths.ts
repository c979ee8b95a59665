/** What is made of a stored scorecard on request (`derived.ts`, whose code only such requests load). */

/** The ends of their paths below `/score/<target>/`. */
export const DERIVED = ['evidence', 'preview.png', 'changes.atom', 'changes.feed.json'] as const;

export type Derived = (typeof DERIVED)[number];

/** What the platform's own caches may do with an answer; browsers never see it. */
export const SHARED_CACHE = 'Netlify-CDN-Cache-Control';
