/** Plays the owner of a site: answers the questions of a brief and fills in the slots of its documents. */

/** The answer for each slot, by how the slot begins. */
const ANSWERS: readonly (readonly [slot: RegExp, answer: string])[] = [
  [/<yes\|no>/g, 'yes'],
  [/<name of the (site|API)>/g, 'Harbour office'],
  [/<one sentence[^>]*>/g, 'The harbour office tells when ships arrive and leave.'],
  [/<what (to come here for|it says|it gives)[^>]*>/g, 'Times of ships and tides.'],
  [/<30 characters or more[^>]*>/g, 'Arrivals, departures and tides of the harbour, hour by hour.'],
  [/<mailto: or https: address>/g, 'mailto:security@harbour.test'],
  [/<date and time within a year[^>]*>/g, new Date(Date.now() + 300 * 86_400_000).toISOString()],
  [/<(its own version|version of the server)>/g, '1.0.0'],
  [/<base of all paths[^>]*>/g, '/api'],
  [/<reversed public domain>\/<name>/g, 'test.harbour/office'],
  [/<path>/g, 'things'],
  [/<address>/g, 'llms.txt'],
];

/** Returns a document of a brief as the owner publishes it. */
export function filledIn(text: string): string {
  return ANSWERS.reduce((filled, [slot, answer]) => filled.replace(slot, () => answer), text);
}
