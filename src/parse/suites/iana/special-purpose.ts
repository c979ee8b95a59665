/**
 * IANA's special-purpose address registries (RFC 6890, as updated by RFC 8190), IPv4 and IPv6, as facts: each block
 * with its name and its column "Globally Reachable" (`undefined` for N/A). Of overlapping blocks the most specific holds.
 * https://www.iana.org/assignments/iana-ipv4-special-registry and https://www.iana.org/assignments/iana-ipv6-special-registry
 * (IANA's protocol registries are dedicated to the public domain, CC0 1.0.)
 */
export interface SpecialBlock {
  readonly block: string;
  readonly name: string;
  readonly reachable: boolean | undefined;
  /** Why an audit calls nothing there, although the registry calls the block globally reachable. */
  readonly refusedBecause?: string;
}

const SERVICE =
  'a block of one service (AS112, AMT): no site is there, and nodes of it stand in many networks';
const NEAREST = 'anycast that the nearest node answers, most often one of the auditor’s own network';
const IDENTIFIER = 'identifiers, which name no host on the network';

export const SPECIAL_BLOCKS: readonly SpecialBlock[] = [
  { block: '0.0.0.0/8', name: '"This network"', reachable: false },
  { block: '0.0.0.0/32', name: '"This host on this network"', reachable: false },
  { block: '10.0.0.0/8', name: 'Private-Use', reachable: false },
  { block: '100.64.0.0/10', name: 'Shared Address Space', reachable: false },
  { block: '127.0.0.0/8', name: 'Loopback', reachable: false },
  { block: '169.254.0.0/16', name: 'Link Local', reachable: false },
  { block: '172.16.0.0/12', name: 'Private-Use', reachable: false },
  { block: '192.0.0.0/24', name: 'IETF Protocol Assignments', reachable: false },
  { block: '192.0.0.0/29', name: 'IPv4 Service Continuity Prefix', reachable: false },
  { block: '192.0.0.8/32', name: 'IPv4 dummy address', reachable: false },
  {
    block: '192.0.0.9/32',
    name: 'Port Control Protocol Anycast',
    reachable: true,
    refusedBecause: NEAREST,
  },
  {
    block: '192.0.0.10/32',
    name: 'Traversal Using Relays around NAT Anycast',
    reachable: true,
    refusedBecause: NEAREST,
  },
  { block: '192.0.0.170/32', name: 'NAT64/DNS64 Discovery', reachable: false },
  { block: '192.0.0.171/32', name: 'NAT64/DNS64 Discovery', reachable: false },
  { block: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', reachable: false },
  { block: '192.31.196.0/24', name: 'AS112-v4', reachable: true, refusedBecause: SERVICE },
  { block: '192.52.193.0/24', name: 'AMT', reachable: true, refusedBecause: SERVICE },
  { block: '192.88.99.0/24', name: 'Deprecated (6to4 Relay Anycast)', reachable: undefined },
  { block: '192.88.99.2/32', name: '6a44-relay anycast address', reachable: false },
  { block: '192.168.0.0/16', name: 'Private-Use', reachable: false },
  {
    block: '192.175.48.0/24',
    name: 'Direct Delegation AS112 Service',
    reachable: true,
    refusedBecause: SERVICE,
  },
  { block: '198.18.0.0/15', name: 'Benchmarking', reachable: false },
  { block: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', reachable: false },
  { block: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', reachable: false },
  { block: '240.0.0.0/4', name: 'Reserved', reachable: false },
  { block: '255.255.255.255/32', name: 'Limited Broadcast', reachable: false },
  { block: '::1/128', name: 'Loopback Address', reachable: false },
  { block: '::/128', name: 'Unspecified Address', reachable: false },
  { block: '64:ff9b:1::/48', name: 'IPv4-IPv6 Translat.', reachable: false },
  { block: '100::/64', name: 'Discard-Only Address Block', reachable: false },
  { block: '100:0:0:1::/64', name: 'Dummy IPv6 Prefix', reachable: false },
  { block: '2001::/23', name: 'IETF Protocol Assignments', reachable: false },
  { block: '2001::/32', name: 'TEREDO', reachable: undefined },
  {
    block: '2001:1::1/128',
    name: 'Port Control Protocol Anycast',
    reachable: true,
    refusedBecause: NEAREST,
  },
  {
    block: '2001:1::2/128',
    name: 'Traversal Using Relays around NAT Anycast',
    reachable: true,
    refusedBecause: NEAREST,
  },
  {
    block: '2001:1::3/128',
    name: 'DNS-SD Service Registration Protocol Anycast',
    reachable: true,
    refusedBecause: NEAREST,
  },
  { block: '2001:2::/48', name: 'Benchmarking', reachable: false },
  { block: '2001:3::/32', name: 'AMT', reachable: true, refusedBecause: SERVICE },
  { block: '2001:4:112::/48', name: 'AS112-v6', reachable: true, refusedBecause: SERVICE },
  { block: '2001:10::/28', name: 'Deprecated (previously ORCHID)', reachable: undefined },
  { block: '2001:20::/28', name: 'ORCHIDv2', reachable: true, refusedBecause: IDENTIFIER },
  {
    block: '2001:30::/28',
    name: 'Drone Remote ID Protocol Entity Tags (DETs) Prefix',
    reachable: true,
    refusedBecause: IDENTIFIER,
  },
  { block: '2001:db8::/32', name: 'Documentation', reachable: false },
  { block: '2002::/16', name: '6to4', reachable: undefined },
  {
    block: '2620:4f:8000::/48',
    name: 'Direct Delegation AS112 Service',
    reachable: true,
    refusedBecause: SERVICE,
  },
  { block: '3fff::/20', name: 'Documentation', reachable: false },
  { block: '5f00::/16', name: 'Segment Routing (SRv6) SIDs', reachable: false },
  { block: 'fc00::/7', name: 'Unique-Local', reachable: false },
  { block: 'fe80::/10', name: 'Link-Local Unicast', reachable: false },
];

/**
 * Blocks that are not in these two registries and hold no unicast address of the internet: the multicast registries,
 * IPv4-compatible addresses (RFC 4291 section 2.5.5.1), site-local ones (RFC 3879), and what lies outside 2000::/3.
 */
export const OTHER_BLOCKS: readonly string[] = [
  '224.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '400::/6',
  '4000::/2',
  '8000::/1',
  'fec0::/10',
  'ff00::/8',
];

/** The neighbours of blocks, which are ordinary addresses of the internet. */
export const GLOBAL_ADDRESSES: readonly string[] = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.47.255',
  '192.175.49.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2003::',
  '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
  '2620:4f:8001::',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
];
