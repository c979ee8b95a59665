import { describe, expect, it } from 'vitest';
import { AddressGuard, addressKind, ForbiddenAddress, type NetworkPolicy } from './address-guard.ts';

/** Kinds that `parse/suites/iana` does not test. It only says which blocks are public, not what their kind is called. */
const KINDS: readonly [address: string, kind: string][] = [
  ['93.184.215.14', 'unicast'],
  ['127.0.0.1', 'loopback'],
  ['168.63.129.15', 'unicast'],
  ['168.63.129.16', 'reserved'],
  ['169.254.169.254', 'linkLocal'],
  ['::1', 'loopback'],
  ['fe80::1%eth0', 'linkLocal'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['2002:808:808::1', '6to4'],
  ['', 'invalid'],
  ['example.com', 'invalid'],
  ['010.0.0.1', 'invalid'],
  ['2130706433', 'invalid'],
];

const at = (...addresses: string[]) => addresses.map((address) => ({ address }));
const permitted = (guard: AddressGuard, host: string, ...addresses: string[]) =>
  guard.permitted(host, at(...addresses)).map(({ address }) => address);

it.each(KINDS)('the address %j is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});

describe('Guard', () => {
  it('public: drops every address that is not globally reachable', () => {
    const guard = new AddressGuard('public', 'example.com');
    expect(permitted(guard, 'x', '10.0.0.1', '1.1.1.1', '::1')).toEqual(['1.1.1.1']);
  });

  it('any: drops none', () => {
    expect(permitted(new AddressGuard('any', 'x'), 'y', '10.0.0.1', '::1')).toEqual(['10.0.0.1', '::1']);
  });

  it('auto: a public target leads only to public addresses', () => {
    const guard = new AddressGuard('auto', 'example.com');
    expect(permitted(guard, 'example.com', '1.1.1.1')).toEqual(['1.1.1.1']);
    expect(permitted(guard, 'other.example', '10.0.0.1', '127.0.0.1', '8.8.8.8')).toEqual(['8.8.8.8']);
  });

  it('auto: a target on loopback may lead to loopback and to public addresses, not to the network next to it', () => {
    const guard = new AddressGuard('auto', 'localhost');
    expect(permitted(guard, 'localhost', '::1', '127.0.0.1')).toEqual(['::1', '127.0.0.1']);
    expect(permitted(guard, 'other.test', '127.0.0.1', '10.0.0.1', '169.254.169.254', '1.1.1.1')).toEqual([
      '127.0.0.1',
      '1.1.1.1',
    ]);
    expect(permitted(guard, '0.0.0.0', '0.0.0.0')).toEqual(['0.0.0.0']);
  });

  it('auto: a target on a private network does not lead to loopback', () => {
    const guard = new AddressGuard('auto', '10.1.2.3');
    expect(permitted(guard, '10.1.2.3', '10.1.2.3')).toEqual(['10.1.2.3']);
    expect(permitted(guard, 'other.test', '192.168.0.1', '127.0.0.1')).toEqual(['192.168.0.1']);
  });

  it('auto: the first addresses of the target settle it, later ones are held to them', () => {
    const guard = new AddressGuard('auto', 'rebind.example');
    expect(permitted(guard, 'rebind.example', '1.1.1.1')).toEqual(['1.1.1.1']);
    expect(permitted(guard, 'rebind.example', '127.0.0.1')).toEqual([]);
  });

  it('auto: a target that is public and private counts as public', () => {
    const guard = new AddressGuard('auto', 'both.example');
    expect(permitted(guard, 'both.example', '10.0.0.1', '1.1.1.1')).toEqual(['1.1.1.1']);
    expect(permitted(guard, 'both.example', '10.0.0.1')).toEqual([]);
  });

  it('auto: before the target is known, only public addresses may be called', () => {
    const guard = new AddressGuard('auto', 'localhost');
    expect(permitted(guard, 'other.test', '127.0.0.1')).toEqual([]);
    expect(permitted(guard, 'localhost')).toEqual([]);
    expect(permitted(guard, 'localhost', '127.0.0.1')).toEqual(['127.0.0.1']);
  });

  it.each<[host: string, target: string, policy: NetworkPolicy, isPermitted: boolean]>([
    ['intranet', 'shop.example.com', 'auto', false],
    ['169.254.169.254', 'shop.example.com', 'auto', false],
    ['intranet', 'intranet', 'public', false],
    ['10.0.0.5', '10.0.0.5', 'public', false],
    ['other.example.com', 'shop.example.com', 'public', true],
    ['wiki.corp.internal', 'intranet', 'auto', true],
    ['10.0.0.5', '10.0.0.5', 'auto', true],
    ['10.0.0.5', 'shop.example.com', 'any', true],
  ])(
    'a proxy, which resolves names itself: %s in an audit of %s under %s',
    (host, target, policy, isPermitted) => {
      const isPublic = (name: string) => name.endsWith('.example.com');
      expect(new AddressGuard(policy, target).permitsThroughProxy(host, isPublic)).toBe(isPermitted);
    },
  );

  it('names the host and the kind in its refusal, not the address', () => {
    const error = new ForbiddenAddress('evil.example', addressKind('10.20.30.40'));
    expect(error.message).toContain('evil.example');
    expect(error.message).not.toContain('10.20');
  });
});
