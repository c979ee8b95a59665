import { describe, expect, it } from 'vitest';
import { parseAgentCard } from './agent-card.ts';

const CARD = 'https://a.example/.well-known/agent-card.json';

const SKILL = { id: 's', name: 'S', description: 'Does s', tags: [] };
const COMMON = {
  name: 'A',
  description: 'An agent',
  version: '1.0.0',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [SKILL],
};
const INTERFACE = { url: 'https://a.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
const V1 = { ...COMMON, supportedInterfaces: [INTERFACE] };
const V03 = { ...COMMON, url: 'https://a.example/a2a', protocolVersion: '0.3.0' };

function without(card: object, ...names: string[]) {
  return Object.fromEntries(Object.entries(card).filter(([name]) => !names.includes(name)));
}

describe('parseAgentCard: the format, and what its schema requires in addition', () => {
  it.each([
    ['1.0', V1, 'A2A 1.0', []],
    ['0.3', V03, 'A2A 0.3', []],
    ['0.2.6, which requires the same', { ...V03, protocolVersion: '0.2.6' }, 'A2A 0.2', []],
    ['0.2.0, which has no version (its samples)', without(V03, 'protocolVersion'), 'A2A 0.2', []],
    [
      '0.2.4, which has transports and no version',
      { ...without(V03, 'protocolVersion'), preferredTransport: 'JSONRPC', additionalInterfaces: [] },
      'A2A 0.2',
      [],
    ],
    ['0.2 without tags', { ...without(V03, 'protocolVersion', 'skills') }, 'A2A 0.2', ['`skills`']],
    ['both formats in one', { ...V03, ...V1 }, 'A2A 1.0', []],
    [
      'both formats, complete in the older one',
      { ...V03, supportedInterfaces: [without(INTERFACE, 'protocolBinding')] },
      'A2A 0.3',
      [],
    ],
    ['no `version`', without(V1, 'version'), 'A2A 1.0', ['`version`']],
    [
      'an interface without a binding',
      { ...V1, supportedInterfaces: [{ url: 'x' }] },
      'A2A 1.0',
      ['`supportedInterfaces[].protocolBinding`', '`supportedInterfaces[].protocolVersion`'],
    ],
    ['no interface', { ...V1, supportedInterfaces: [] }, 'A2A 1.0', ['`supportedInterfaces`']],
    [
      'skills without tags, named once',
      { ...V1, skills: [SKILL, without(SKILL, 'tags'), without(SKILL, 'tags', 'id')] },
      'A2A 1.0',
      ['`skills[].tags`', '`skills[].id`'],
    ],
    [
      'a skill that is a word',
      { ...V03, skills: ['x'] },
      'A2A 0.3',
      ['`skills[].id`', '`skills[].name`', '`skills[].description`', '`skills[].tags`'],
    ],
    [
      '0.3, known by its signatures, without its version',
      { ...without(V03, 'protocolVersion'), signatures: [] },
      'A2A 0.3',
      ['`protocolVersion`'],
    ],
    ['0.3 with a number for its version', { ...V03, protocolVersion: 0.3 }, 'A2A 0.3', ['`protocolVersion`']],
    [
      '1.0 with an address of 0.2 next to it',
      { ...without(V03, 'protocolVersion'), supportedInterfaces: [without(INTERFACE, 'protocolBinding')] },
      'A2A 1.0',
      ['`supportedInterfaces[].protocolBinding`'],
    ],
    [
      '1.0 with an interface of 0.3',
      { ...V1, supportedInterfaces: [{ ...INTERFACE, protocolVersion: '0.3' }] },
      'A2A 1.0',
      [],
    ],
    ['1.0 that says so at the top', { ...V1, protocolVersion: '1.0.0' }, 'A2A 1.0', []],
    [
      'skills alone',
      { name: 'A', skills: [] },
      'A2A 1.0',
      [
        '`description`',
        '`version`',
        '`capabilities`',
        '`defaultInputModes`',
        '`defaultOutputModes`',
        '`supportedInterfaces`',
      ],
    ],
    ['no name', without(V1, 'name'), 'A2A 1.0', ['`name`']],
  ])('%s', (_, document, format, missing) => {
    expect(parseAgentCard(JSON.stringify(document), CARD)).toEqual({
      ok: true,
      value: { document, format, missing, misnamed: [], otherVersion: undefined, exampleAddress: undefined },
    });
  });

  it.each([
    ['1.0 in the form of 0.3', { ...V03, protocolVersion: '1.0' }, 'A2A 0.3', '1.0'],
    ['1 in the form of 0.3', { ...V03, protocolVersion: 'v1' }, 'A2A 0.3', '1'],
    ['0.3 in the form of 1.0', { ...V1, protocolVersion: '0.3.0' }, 'A2A 1.0', '0.3'],
    ['0.2 in the form of 1.0', { ...V1, protocolVersion: '0.2.5' }, 'A2A 1.0', '0.2'],
    ['0.3 in both forms', { ...V03, ...V1 }, 'A2A 1.0', undefined],
    ['1.0 in both forms', { ...V03, ...V1, protocolVersion: '1.0' }, 'A2A 1.0', undefined],
    ['a day, which is not a version of A2A', { ...V03, protocolVersion: '2025-06-18' }, 'A2A 0.3', undefined],
  ])('tells a card that says %s', (_, document, format, otherVersion) => {
    expect(parseAgentCard(JSON.stringify(document), CARD)).toMatchObject({
      value: { format, missing: [], otherVersion },
    });
  });

  it.each([
    ['of 0.3', { ...V03, url: 'https://api.example.com/a2a' }, 'https://api.example.com/a2a'],
    [
      'of 1.0, in the second interface',
      { ...V1, supportedInterfaces: [INTERFACE, { ...INTERFACE, url: 'https://b.example/a2a' }] },
      'https://b.example/a2a',
    ],
    [
      'of 0.3, next to its own',
      { ...V03, additionalInterfaces: [{ url: 'https://example.org/grpc', transport: 'GRPC' }] },
      'https://example.org/grpc',
    ],
    ['of a site that is an example itself', { ...V03, url: 'https://agents.a.example/a2a' }, undefined],
    ['elsewhere', { ...V03, url: 'https://example.company.com/a2a' }, undefined],
    ['that is not an address', { ...V03, url: 'example.com:443' }, undefined],
  ])('finds the address of an example in a card %s', (_, document, exampleAddress) => {
    expect(parseAgentCard(JSON.stringify(document), CARD)).toMatchObject({ value: { exampleAddress } });
  });

  it.each([
    ['{"ok":true}', /^JSON, but not an agent card/],
    ['[]', /an array instead of an object/],
    ['x', /^not JSON/],
  ])('refuses %s', (text, why) => {
    expect(parseAgentCard(text, CARD)).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });
});

describe('members in another case', () => {
  const { supportedInterfaces, ...rest } = V1;
  it.each<[string, object, string[][]]>([
    [
      'of the proto file',
      { ...rest, supported_interfaces: supportedInterfaces },
      [['supported_interfaces', 'supportedInterfaces']],
    ],
    [
      'with a capital',
      { ...rest, SupportedInterfaces: supportedInterfaces },
      [['SupportedInterfaces', 'supportedInterfaces']],
    ],
    [
      'with a hyphen',
      { ...without(V1, 'defaultInputModes'), 'default-input-modes': [] },
      [['default-input-modes', 'defaultInputModes']],
    ],
    [
      'within a list',
      {
        ...V1,
        supportedInterfaces: [{ ...without(INTERFACE, 'protocolBinding'), protocol_binding: 'JSONRPC' }],
      },
      [['protocol_binding', 'supportedInterfaces[].protocolBinding']],
    ],
    [
      'within a list of that kind',
      { ...rest, supported_interfaces: [without(INTERFACE, 'url')] },
      [['supported_interfaces', 'supportedInterfaces']],
    ],
  ])('are to be renamed, not missing: %s', (title, card, renames) => {
    const parsed = parseAgentCard(JSON.stringify(card), CARD);
    const misnamed = renames.map(([found, name]) => ({ found, name }));
    const missing = title.startsWith('within a list of') ? ['`supportedInterfaces[].url`'] : [];
    expect(parsed).toMatchObject({ ok: true, value: { format: 'A2A 1.0', missing, misnamed } });
  });

  it('are missing if their value is not what the schema asks for', () => {
    const card = { ...rest, supported_interfaces: 'https://a.example/a2a' };
    expect(parseAgentCard(JSON.stringify(card), CARD)).toMatchObject({
      value: { missing: ['`supportedInterfaces`'], misnamed: [] },
    });
  });
});
