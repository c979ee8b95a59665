import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { INSTALLED_NAME } from '../package.ts';
import { manualPage } from './manual.ts';
import { buildProgram } from './program.ts';

const root = buildProgram(INSTALLED_NAME);
const page = manualPage(root);

/** What a reader sees of it, roughly. */
const shown = page.replaceAll('\\-', '-').replace(/\\\[u[0-9A-F]+\]/g, '?');

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

it('has every option of every command, with its variable and default', () => {
  for (const command of allCommands(root)) {
    for (const { flags, description } of command.options) {
      expect(shown, flags).toContain(`.TP\n.B ${flags}\n`);
      expect(shown, flags).toContain(description.replace(/[^ -~]/gu, '?'));
    }
  }
});

it('has every command with its arguments', () => {
  for (const command of allCommands(root).filter(({ commands }) => commands.length === 0)) {
    expect(shown).toMatch(new RegExp(`^\\.SS ".*\\b${command.name()}\\b`, 'm'));
  }
  expect(shown).toContain('.SS "explain <check>"');
});

it('holds nothing that the formatter would take for a request of its own, and only ASCII', () => {
  const requests = new Set(page.match(/^\.[A-Za-z]+/gm));
  expect([...requests].sort()).toEqual(['.B', '.PP', '.SH', '.SS', '.TH', '.TP', '.ad', '.br', '.nh']);
  expect(page).not.toMatch(/[^\n -~]/);
  expect(page).not.toMatch(/^'/m);
});
