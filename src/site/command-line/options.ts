/** The options of an audit as Markdown, made from their definitions. */
import { markdownCode, markdownCodeCell, ownProse } from '../../base/escape.ts';
import { AUDIT_GROUPS } from '../../cli/audit/options.ts';
import type { Setting } from '../../cli/settings.ts';
import { table } from '../../report/markdown/document.ts';

export function optionsMarkdown(): string {
  return Object.entries(AUDIT_GROUPS)
    .flatMap(([heading, settings]) => [
      `### ${heading.replace(/:$/, '')}`,
      table(
        ['Option', 'Variable and field', 'What it does', 'Default'],
        Object.values<Setting<unknown>>(settings).map(optionRow),
      ),
    ])
    .join('\n\n');
}

function optionRow({
  flags,
  env,
  config,
  description,
  choices,
  defaultText,
  fallback,
}: Setting<unknown>): string[] {
  const allowed =
    choices === undefined ? '' : ` One of ${choices.map((one) => markdownCode(one)).join(', ')}.`;
  return [
    markdownCodeCell(flags),
    [env, ...(config === undefined ? [] : [config])].map(markdownCode).join(', '),
    `${ownProse(sentence(description))}${allowed}`,
    ownProse(defaultText ?? (fallback === false ? 'off' : String(fallback))),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
