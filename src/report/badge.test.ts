import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { badgeSvg, type NoScore, shield } from './badge.ts';

/** Returns the contrast of white text on a color (WCAG 2). */
function contrastWithWhite(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

describe('the badge', () => {
  it.each([0, 7, 25, 50, 80, 100])('is well-formed, says %d, and can be read', (score) => {
    const svg = badgeSvg(score);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toContain(`agent readiness: ${score}% of what applies`);
    for (const [color] of svg.matchAll(/#[0-9a-f]{6}/g)) {
      expect(contrastWithWhite(color)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each<[NoScore, string]>([
    ['never', 'not scored'],
    ['expired', 'expired'],
    ['refuses', 'refused'],
    ['declined', 'declined'],
    ['unreachable', 'not reached'],
    ['unavailable', 'not available now'],
  ])('for a site without a score (%s) says so', (why, message) => {
    const svg = badgeSvg(why);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(svg).toContain(`<title>agent readiness: ${message}</title>`);
    expect(shield(why)).toMatchObject({ schemaVersion: 1, message });
  });

  it('has the shields.io endpoint format', () => {
    expect(shield(42)).toEqual({
      schemaVersion: 1,
      label: 'agent readiness',
      message: '42% of what applies',
      color: expect.any(String),
    });
  });
});
