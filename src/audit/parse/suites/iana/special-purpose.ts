/**
 * Lists the blocks in IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890, RFC 8190). Each block has its
 * name and its value of "Globally Reachable" (`undefined` for N/A). If blocks overlap, the most specific block applies.
 * https://www.iana.org/assignments/iana-ipv4-special-registry and https://www.iana.org/assignments/iana-ipv6-special-registry
 * (IANA's protocol registries are dedicated to the public domain, CC0 1.0.)
 */

const SERVICE =
  'a block of one service (AS112, AMT): no site is there, and nodes of it stand in many networks';
const NEAREST = 'anycast that the nearest node answers, most often one of the auditor’s own network';
const IDENTIFIER = 'identifiers, which name no host on the network';

/** `refusedBecause` says why the auditor sends no requests to a block that is globally reachable according to IANA. */
const BLOCKS: readonly (readonly [
  block: string,
  name: string,
  reachable: boolean | undefined,
  refusedBecause?: string,
])[] = [
  ['0.0.0.0/8', '"This network"', false],
  ['0.0.0.0/32', '"This host on this network"', false],
  ['10.0.0.0/8', 'Private-Use', false],
  ['100.64.0.0/10', 'Shared Address Space', false],
  ['127.0.0.0/8', 'Loopback', false],
  ['169.254.0.0/16', 'Link Local', false],
  ['172.16.0.0/12', 'Private-Use', false],
  ['192.0.0.0/24', 'IETF Protocol Assignments', false],
  ['192.0.0.0/29', 'IPv4 Service Continuity Prefix', false],
  ['192.0.0.8/32', 'IPv4 dummy address', false],
  ['192.0.0.9/32', 'Port Control Protocol Anycast', true, NEAREST],
  ['192.0.0.10/32', 'Traversal Using Relays around NAT Anycast', true, NEAREST],
  ['192.0.0.170/32', 'NAT64/DNS64 Discovery', false],
  ['192.0.0.171/32', 'NAT64/DNS64 Discovery', false],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', false],
  ['192.31.196.0/24', 'AS112-v4', true, SERVICE],
  ['192.52.193.0/24', 'AMT', true, SERVICE],
  ['192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)', undefined],
  ['192.88.99.2/32', '6a44-relay anycast address', false],
  ['192.168.0.0/16', 'Private-Use', false],
  ['192.175.48.0/24', 'Direct Delegation AS112 Service', true, SERVICE],
  ['198.18.0.0/15', 'Benchmarking', false],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', false],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', false],
  ['240.0.0.0/4', 'Reserved', false],
  ['255.255.255.255/32', 'Limited Broadcast', false],
  ['::1/128', 'Loopback Address', false],
  ['::/128', 'Unspecified Address', false],
  ['64:ff9b:1::/48', 'IPv4-IPv6 Translat.', false],
  ['100::/64', 'Discard-Only Address Block', false],
  ['100:0:0:1::/64', 'Dummy IPv6 Prefix', false],
  ['2001::/23', 'IETF Protocol Assignments', false],
  ['2001::/32', 'TEREDO', undefined],
  ['2001:1::1/128', 'Port Control Protocol Anycast', true, NEAREST],
  ['2001:1::2/128', 'Traversal Using Relays around NAT Anycast', true, NEAREST],
  ['2001:1::3/128', 'DNS-SD Service Registration Protocol Anycast', true, NEAREST],
  ['2001:2::/48', 'Benchmarking', false],
  ['2001:3::/32', 'AMT', true, SERVICE],
  ['2001:4:112::/48', 'AS112-v6', true, SERVICE],
  ['2001:10::/28', 'Deprecated (previously ORCHID)', undefined],
  ['2001:20::/28', 'ORCHIDv2', true, IDENTIFIER],
  ['2001:30::/28', 'Drone Remote ID Protocol Entity Tags (DETs) Prefix', true, IDENTIFIER],
  ['2001:db8::/32', 'Documentation', false],
  ['2002::/16', '6to4', undefined],
  ['2620:4f:8000::/48', 'Direct Delegation AS112 Service', true, SERVICE],
  ['3fff::/20', 'Documentation', false],
  ['5f00::/16', 'Segment Routing (SRv6) SIDs', false],
  ['fc00::/7', 'Unique-Local', false],
  ['fe80::/10', 'Link-Local Unicast', false],
];

export const SPECIAL_BLOCKS = BLOCKS.map(([block, name, reachable, refusedBecause]) => ({
  block,
  name,
  reachable,
  refusedBecause,
}));
export type SpecialBlock = (typeof SPECIAL_BLOCKS)[number];

/**
 * Blocks that are in neither registry and contain no public unicast address: multicast, IPv4-compatible addresses (RFC 4291
 * section 2.5.5.1), site-local addresses (RFC 3879), and other IPv6 addresses outside 2000::/3.
 */
export const OTHER_BLOCKS =
  '224.0.0.0/4 ::/96 ::ffff:0:0:0/96 400::/6 4000::/2 8000::/1 fec0::/10 ff00::/8'.split(' ');

/** Addresses directly before and after the blocks. These are ordinary public addresses, which the auditor may request. */
export const GLOBAL_ADDRESSES: readonly string[] = `
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.31.195.255
  192.31.197.0 192.52.192.255 192.52.194.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0
  192.175.47.255 192.175.49.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255
  203.0.114.0 223.255.255.255 2000:: 2001:200:: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::
  2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003:: 2620:4f:7fff:ffff:ffff:ffff:ffff:ffff 2620:4f:8001::
  3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000::
`
  .trim()
  .split(/\s+/);
