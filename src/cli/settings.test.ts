import { describe, expect, it } from 'vitest';
import {
  choice,
  flag,
  listSetting,
  number,
  type Origin,
  type Setting,
  text,
  webUrlSetting,
} from './settings.ts';

const FLAG: Origin = { name: '--x', kind: 'usage' };
const given = { flags: '--x <x>', env: 'AUDIT_X', description: 'x', fallback: undefined };

function read<T>(setting: Setting<T>, value: string): T | string {
  try {
    return setting.parse(value, FLAG);
  } catch (error) {
    return error instanceof Error ? `refused: ${error.message}` : 'thrown';
  }
}

describe('settings', () => {
  it('reads numbers in their range', () => {
    const seconds = number({ ...given, min: 0.1, max: 10, unit: 'seconds' });
    expect(read(seconds, ' 2.5 ')).toBe(2.5);
    expect(read(seconds, '10')).toBe(10);
    for (const bad of ['', '0', '11', '-1', '1e1', '0x1', 'NaN', 'Infinity', '1,5', '1 2']) {
      expect(read(seconds, bad), bad).toMatch(
        /^refused: --x takes a number of seconds from 0\.1 to 10, not “/,
      );
    }
    expect(read(number({ ...given, min: 1, max: 8, unit: 'requests', whole: true }), '1.5')).toMatch(
      /whole number/,
    );
  });

  it('reads switches', () => {
    const on = flag({ flags: '--x', env: 'AUDIT_X', description: 'x' });
    for (const yes of ['1', 'true', 'YES', ' on ']) expect(read(on, yes)).toBe(true);
    for (const no of ['0', 'false', 'No', 'off']) expect(read(on, no)).toBe(false);
    expect(read(on, '2')).toMatch(/refused/);
  });

  it('reads lists and closed sets', () => {
    const names = listSetting({ flags: '--x <x>', env: 'AUDIT_X', description: 'x' });
    expect(read(names, ' a, b,,c ')).toEqual(['a', 'b', 'c']);
    expect(read(names, ' , ')).toMatch(/refused/);
    expect(read(choice({ ...given, choices: ['a', 'b'] }), 'b')).toBe('b');
    expect(read(choice({ ...given, choices: ['a', 'b'] }), 'c')).toMatch(/refused/);
    expect(read(text(given), ' ')).toMatch(/refused/);
  });

  it('reads web URLs, and removes the trailing slash', () => {
    const url = webUrlSetting(given);
    expect(read(url, 'https://x.example/')).toBe('https://x.example');
    expect(read(url, 'https://x.example/a/')).toBe('https://x.example/a');
    for (const bad of ['x.example', 'ftp://x.example', 'https://me:pw@x.example', '//x', '']) {
      expect(read(url, bad), bad).toMatch(/refused/);
    }
  });

  it('truncates and escapes a refused value', () => {
    expect(read(webUrlSetting(given), `\u001b]0;x\u0007${'y'.repeat(100)}`)).toMatch(/not “\?\]0;x\?y+…”\.$/);
  });
});
