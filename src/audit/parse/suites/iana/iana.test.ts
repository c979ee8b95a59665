import { BlockList, isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AddressGuard, addressKind } from '../../../io/address-guard.ts';
import { GLOBAL_ADDRESSES, OTHER_BLOCKS, SPECIAL_BLOCKS, type SpecialBlock } from './special-purpose.ts';

/** The first and the last address of a block. */
function edges(block: string): string[] {
  const [address = '', length = ''] = block.split('/');
  const bits = isIPv6(address) ? 128n : 32n;
  const first = bits === 128n ? numberOfV6(address) : numberOfV4(address);
  const last = first | ((1n << (bits - BigInt(length))) - 1n);
  return [first, last].map((number) => (bits === 128n ? textOfV6(number) : textOfV4(number)));
}

const numberOfV4 = (address: string) =>
  address.split('.').reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
const textOfV4 = (number: bigint) => [24n, 16n, 8n, 0n].map((at) => (number >> at) & 255n).join('.');

function numberOfV6(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const rest = groups(tail ?? '');
  const zeros = Array<string>(8 - groups(head).length - rest.length).fill('0');
  return [...groups(head), ...zeros, ...rest].reduce((all, group) => (all << 16n) | BigInt(`0x${group}`), 0n);
}
const textOfV6 = (number: bigint) =>
  [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((at) => ((number >> at) & 0xffffn).toString(16)).join(':');

/** The most specific block of the registry that holds an address. */
function holder(address: string): SpecialBlock | undefined {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const lengthOf = ({ block }: SpecialBlock) => Number(block.split('/')[1]);
  return SPECIAL_BLOCKS.filter(({ block }) => {
    const [network = '', length] = block.split('/');
    if (isIPv6(network) !== (family === 'ipv6')) return false;
    const list = new BlockList();
    list.addSubnet(network, Number(length), family);
    return list.check(address, family);
  }).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

const isPublic = (address: string) =>
  new AddressGuard('public', 'x').permitted('x', [{ address }]).length === 1 &&
  addressKind(address) === 'unicast';

/** Those that are judged otherwise than they should be. */
const misjudged = (addresses: readonly string[], expected: (address: string) => boolean) =>
  addresses.filter((address) => isPublic(address) !== expected(address));

describe("IANA's special-purpose address registries", () => {
  const special = SPECIAL_BLOCKS.flatMap(({ block }) => edges(block));

  it('say which blocks are called, at both ends of each', () => {
    const isCalled = (address: string) => {
      const { reachable, refusedBecause } = holder(address) ?? {};
      return reachable === true && refusedBecause === undefined;
    };
    expect(misjudged(special, isCalled)).toEqual([]);
    expect(misjudged(OTHER_BLOCKS.flatMap(edges), () => false)).toEqual([]);
    expect(misjudged(GLOBAL_ADDRESSES, () => true)).toEqual([]);
    expect(GLOBAL_ADDRESSES.filter((address) => holder(address) !== undefined)).toEqual([]);
  });

  it('judge an IPv4 address inside a mapped or a NAT64 address as itself', () => {
    const v4 = [...special.filter((address) => !isIPv6(address)), '8.8.8.8'];
    for (const prefix of ['::ffff:', '64:ff9b::'])
      expect(v4.filter((address) => isPublic(prefix + address) !== isPublic(address))).toEqual([]);
  });

  it('call nothing that only looks like a public IPv4 address', () => {
    const alike = [
      '::8.8.8.8',
      '::1.1.1.1',
      '0::8.8.8.8',
      '::0:8.8.8.8',
      '::ffff:0:8.8.8.8',
      '64:ff9b:1::8.8.8.8',
    ];
    expect(misjudged(alike, () => false)).toEqual([]);
  });
});
