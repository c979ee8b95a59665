import { describe, expect, it } from 'vitest';
import { AddressGuard, addressKind, ForbiddenAddress } from './guard.ts';

/** One or more addresses of every range in the IANA special-purpose registries, and of what embeds an IPv4 address. */
const KINDS: readonly [address: string, kind: string][] = [
  // Globally reachable.
  ['1.1.1.1', 'unicast'],
  ['8.8.8.8', 'unicast'],
  ['93.184.215.14', 'unicast'],
  ['100.63.255.255', 'unicast'],
  ['100.128.0.0', 'unicast'],
  ['172.15.255.255', 'unicast'],
  ['172.32.0.0', 'unicast'],
  ['192.167.255.255', 'unicast'],
  ['198.20.0.0', 'unicast'],
  ['223.255.255.255', 'unicast'],
  ['2606:4700:4700::1111', 'unicast'],
  ['2a00:1450:4001:81b::200e', 'unicast'],
  ['2400:cb00::1', 'unicast'],
  ['::ffff:8.8.8.8', 'unicast'],
  ['64:ff9b::8.8.8.8', 'unicast'],
  // IPv4 special ranges.
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'carrierGradeNat'],
  ['100.127.255.255', 'carrierGradeNat'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.15', 'unicast'],
  ['168.63.129.16', 'reserved'],
  ['169.254.169.254', 'linkLocal'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'reserved'],
  ['192.0.0.170', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['192.31.196.1', 'as112'],
  ['192.52.193.1', 'amt'],
  ['192.88.99.1', 'reserved'],
  ['192.168.0.1', 'private'],
  ['192.168.255.255', 'private'],
  ['192.175.48.1', 'as112'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  // IPv6 special ranges.
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::2', 'reserved'],
  ['100::1', 'discard'],
  ['100:0:0:1::1', 'reserved'],
  ['2001::1', 'teredo'],
  ['2001:1::1', 'reserved'],
  ['2001:2::1', 'benchmarking'],
  ['2001:3::1', 'amt'],
  ['2001:4:112::1', 'as112v6'],
  ['2001:10::1', 'deprecatedOrchid'],
  ['2001:20::1', 'orchid2'],
  ['2001:30::1', 'droneRemoteIdProtocolEntityTags'],
  ['2001:db8::1', 'reserved'],
  ['2620:4f:8000::1', 'as112v6'],
  ['3fff::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'segmentRouting'],
  ['fc00::1', 'uniqueLocal'],
  ['fd12:3456:789a::1', 'uniqueLocal'],
  ['fe80::1', 'linkLocal'],
  ['fe80::1%eth0', 'linkLocal'],
  ['febf::1', 'linkLocal'],
  ['fec0::1', 'deprecatedSiteLocal'],
  ['ff02::1', 'multicast'],
  // IPv4 inside IPv6.
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:169.254.169.254', 'linkLocal'],
  ['::ffff:0.0.0.0', 'unspecified'],
  ['::127.0.0.1', 'reserved'],
  ['::8.8.8.8', 'reserved'],
  ['::7f00:1', 'reserved'],
  ['::ffff:0:127.0.0.1', 'rfc6145'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::10.1.2.3', 'private'],
  ['64:ff9b::a9fe:a9fe', 'linkLocal'],
  ['64:ff9b:1::10.1.2.3', 'rfc6052'],
  ['64:ff9b:1::8.8.8.8', 'rfc6052'],
  ['2002:7f00:1::', '6to4'],
  ['2002:a00:1::1', '6to4'],
  ['2002:808:808::1', '6to4'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo'],
  // No address at all.
  ['', 'invalid'],
  ['example.com', 'invalid'],
  ['1.2.3.4.5', 'invalid'],
  ['256.1.1.1', 'invalid'],
  ['::g', 'invalid'],
  ['010.0.0.1', 'invalid'],
  ['0x7f.1', 'invalid'],
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

  it('sees the same address in its mapped and NAT64 forms', () => {
    for (const [v4] of KINDS.filter(([address]) => /^\d+\.\d+\.\d+\.\d+$/.test(address))) {
      expect([addressKind(`::ffff:${v4}`), addressKind(`64:ff9b::${v4}`)]).toEqual([
        addressKind(v4),
        addressKind(v4),
      ]);
    }
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
