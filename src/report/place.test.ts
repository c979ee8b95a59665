import { expect, it } from 'vitest';
import { RULES } from '../audit/check-texts/rule-sets.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { placeAmong, placeText } from './place.ts';

const site = (relative: number, more: object = {}) => ({
  host: `s${relative}.example`,
  site_type: null,
  rules: RULES,
  score: { relative },
  ...more,
});
const best = envelopeFor();
const worst = envelopeFor({ verdict: () => ({ status: 'absent', evidence: 'x' }) });

it('a site is ranked among the others of its type, with their median', () => {
  const sites = [site(20), site(60), site(41), site(100)];
  expect(placeAmong(best, sites)).toEqual({ site_type: null, sites: 5, place: 1, median: 51 });
  expect(placeText(placeAmong(worst, sites))).toMatch(
    /^Rank 5 of 5 in the catalog \(site type not declared, same rules\).*other 4 is 51%/,
  );
  expect(placeAmong(worst, sites.slice(0, 3))).toMatchObject({ place: 4, median: 41 });
});

it('the rank leaves out the site itself, other types and other rules, and needs three others', () => {
  const sites = [
    site(20),
    site(30),
    site(40, { host: 'site.example' }),
    site(50, { site_type: 'api' }),
    site(60, { rules: RULES - 1 }),
  ];
  const place = placeAmong(best, sites);
  expect(place).toEqual({ site_type: null, sites: 3, place: null, median: null });
  expect(placeText(place)).toMatch(/has 2 other sites to compare with \(site type not declared.*too few/);
});
