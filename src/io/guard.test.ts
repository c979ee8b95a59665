import { describe, expect, it } from 'vitest';
import { AddressGuard, addressKind, ForbiddenAddress } from './guard.ts';

/** Addresses of each kind; that every block of IANA's registries is judged so is proved in `parse/suites/iana`. */
const KINDS: readonly [address: string, kind: string][] = [
  // Globally reachable.
  ['93.184.215.14', 'unicast'],
  ['2606:4700:4700::1111', 'unicast'],
  // IPv4 special ranges.
  ['0.0.0.0', 'unspecified'],
  ['10.0.0.0', 'private'],
  ['100.64.0.1', 'carrierGradeNat'],
  ['127.0.0.1', 'loopback'],
  ['168.63.129.15', 'unicast'],
  ['168.63.129.16', 'reserved'],
  ['169.254.169.254', 'linkLocal'],
  ['192.31.196.1', 'as112'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  // IPv6 special ranges.
  ['::1', 'loopback'],
  ['4000::1', 'reserved'],
  ['fc00::1', 'uniqueLocal'],
  ['fe80::1', 'linkLocal'],
  ['fe80::1%eth0', 'linkLocal'],
  // IPv4 inside IPv6.
  ['::ffff:127.0.0.1', 'loopback'],
  ['::127.0.0.1', 'reserved'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b:1::8.8.8.8', 'rfc6052'],
  ['2002:808:808::1', '6to4'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo'],
  // No address at all.
  ['', 'invalid'],
  ['example.com', 'invalid'],
  ['010.0.0.1', 'invalid'],
  ['2130706433', 'invalid'],
];

const at = (...addresses: string[]) => addresses.map((address) => ({ address }));
const permitted = (guard: AddressGuard, host: string, ...addresses: string[]) =>
  guard.permitted(host, at(...addresses)).map(({ address }) => address);

describe('addressKind', () => {
  it('knows every range by what it is for', () => {
    const wrong = KINDS.filter(([address, kind]) => addressKind(address) !== kind);
    expect(wrong.map(([address]) => `${address}: ${addressKind(address)}`)).toEqual([]);
  });
});

describe('Guard', () => {
  it('public: drops every address that is not globally reachable', () => {
    const guard = new AddressGuard('public', 'example.com');
    for (const [address, kind] of KINDS) {
      expect(permitted(guard, 'example.com', address)).toEqual(kind === 'unicast' ? [address] : []);
    }
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

  it('auto: a target on loopback may lead to loopback and to public addresses, not to the network beside it', () => {
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

  it('names the host and the kind in its refusal, not the address', () => {
    const error = new ForbiddenAddress('evil.example', addressKind('10.20.30.40'));
    expect(error.message).toContain('evil.example');
    expect(error.message).not.toContain('10.20');
  });
});
