import { describe, expect, it } from 'vitest';
import { findBrowser, installedBrowser, type Machine } from './find-browser.ts';

const machine = (
  platform: string,
  files: readonly string[],
  env: Machine['env'] = {},
  arch = 'x64',
): Machine => ({
  platform,
  arch,
  env,
  exists: (path) => files.includes(path),
});

describe('an installed browser', () => {
  it.each([
    ['linux', '/usr/bin/chromium', {}],
    ['linux', '/usr/bin/google-chrome', {}],
    ['linux', '/opt/microsoft/msedge/microsoft-edge', {}],
    ['linux', '/home/me/bin/chromium', { PATH: '/home/me/bin:/bin' }],
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', {}],
    ['darwin', '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium', { HOME: '/Users/me' }],
    ['darwin', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge', {}],
    [
      'win32',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      { PROGRAMFILES: 'C:\\Program Files' },
    ],
    ['win32', 'C:\\x86\\Microsoft\\Edge\\Application\\msedge.exe', { 'PROGRAMFILES(X86)': 'C:\\x86' }],
  ])('on %s is found at %s', (platform, path, env) => {
    expect(installedBrowser(machine(platform, [path], env))).toBe(path);
    expect(installedBrowser(machine(platform, [], env))).toBeUndefined();
  });

  it('is Chrome before Edge, and the one that the environment names before both', () => {
    const files = ['/usr/bin/microsoft-edge', '/usr/bin/google-chrome', '/opt/mine'];
    expect(installedBrowser(machine('linux', files))).toBe('/usr/bin/google-chrome');
    expect(installedBrowser(machine('linux', files, { CHROME_PATH: '/opt/mine' }))).toBe('/opt/mine');
    expect(installedBrowser(machine('linux', files, { CHROME_PATH: '' }))).toBe('/usr/bin/google-chrome');
  });

  it('is not taken where the environment asks for that of the registry', () => {
    expect(
      installedBrowser(machine('linux', ['/usr/bin/chromium'], { CHROME_PATH: 'registry' })),
    ).toBeUndefined();
  });

  it('must be where the environment says', () => {
    const env = { CHROME_PATH: '/opt/gone' };
    expect(() => installedBrowser(machine('linux', ['/usr/bin/chromium'], env))).toThrow('/opt/gone');
  });
});

describe('without one', () => {
  it.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'arm64'],
  ])('%s on %s has none of the registry, and is told what to do', async (platform, arch) => {
    await expect(findBrowser(machine(platform, [], {}, arch))).rejects.toThrow('CHROME_PATH');
  });
});
