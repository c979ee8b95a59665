import { BlockList, isIPv6 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addressKind, Guard } from '../../../io/guard.ts';
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
  new Guard('public', 'x').permitted('x', [{ address }]).length === 1 && addressKind(address) === 'unicast';

describe("IANA's special-purpose address registries", () => {
  it.each(SPECIAL_BLOCKS.map(({ block, name }) => [block, name]))(
    '%s (%s) is called as the registry says',
    (block) => {
      for (const address of edges(block)) {
        const { reachable, refusedBecause } = holder(address) ?? {};
        expect(isPublic(address), address).toBe(reachable === true && refusedBecause === undefined);
      }
    },
  );

  it.each(OTHER_BLOCKS)('%s holds no address that is called', (block) => {
    for (const address of edges(block)) expect(isPublic(address), address).toBe(false);
  });

  it.each(GLOBAL_ADDRESSES)('%s, outside of all blocks, is called', (address) => {
    expect(holder(address)).toBeUndefined();
    expect(isPublic(address)).toBe(true);
  });

  it('judges an IPv4 address inside a mapped or a NAT64 address as itself', () => {
    for (const { block } of SPECIAL_BLOCKS.filter(({ block }) => !block.includes(':')))
      for (const address of edges(block))
        for (const prefix of ['::ffff:', '64:ff9b::'])
          expect(isPublic(prefix + address), prefix + address).toBe(isPublic(address));
    expect(isPublic('::ffff:8.8.8.8')).toBe(true);
    expect(isPublic('64:ff9b::8.8.8.8')).toBe(true);
  });

  it.each(['::8.8.8.8', '::1.1.1.1', '0::8.8.8.8', '::0:8.8.8.8', '::ffff:0:8.8.8.8', '64:ff9b:1::8.8.8.8'])(
    '%s, which only looks like a public IPv4 address, is not called',
    (address) => {
      expect(isPublic(address)).toBe(false);
    },
  );
});
