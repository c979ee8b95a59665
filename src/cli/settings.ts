/** Defines settings: their flags, environment variables and configuration fields, and which of these has precedence. */

import { type Command, Option } from 'commander';
import type { ErrorKind } from '../base/errors.ts';
import { documentUrl, sitePath } from '../base/url.ts';
import type { Config } from '../report/gate/config.ts';
import type { LoadedConfig } from './config/load.ts';
import { pathFrom } from './context.ts';
import { CliError, printable, unknownName } from './errors.ts';

/** The source of a value, for the error that rejects the value: a flag, an environment variable, or the configuration. */
export interface Origin {
  readonly name: string;
  readonly kind: Extract<ErrorKind, 'usage' | 'configuration'>;
}

type ConfigField = keyof Config | 'thresholds.relative';

export interface Setting<T> {
  /** The flag in commander's notation, for example `--timeout <seconds>`. */
  readonly flags: string;
  readonly env: string;
  readonly config?: ConfigField;
  /** Set if the value is a local path. A path in the configuration is relative to the configuration's folder. */
  readonly path?: true;
  readonly description: string;
  readonly fallback: T;
  /** The default in words, if the value alone does not explain it. */
  readonly defaultText?: string;
  readonly choices?: readonly string[];
  /** Set if the flag may be repeated. The values of all its uses are combined. */
  readonly repeatable?: true;
  /** @throws CliError for a value that is not allowed */
  readonly parse: (text: string, from: Origin) => T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
type Values<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};
export type SettingSource = 'flag' | 'env' | 'config' | 'default';

export interface Resolved<S extends Settings> {
  readonly values: Values<S>;
  readonly sources: { readonly [K in keyof S]: SettingSource };
}

type Computed = 'env' | 'fallback' | 'repeatable' | 'parse';

/** A setting's definition. Without `env`, the variable is named after the flag; without `fallback`, there is no default. */
export type Description<T> = Omit<Setting<T>, Computed> & Partial<Pick<Setting<T>, 'env' | 'fallback'>>;

export function setting<T>(
  definition: Description<T>,
  parse: Setting<T>['parse'],
  more: Partial<Pick<Setting<T>, Computed>> = {},
): Setting<T> {
  const name = /--([a-z-]+)/.exec(definition.flags)?.[1] ?? '';
  const env = `AUDIT_${name.replaceAll('-', '_').toUpperCase()}`;
  return { env, fallback: undefined as T, ...definition, ...more, parse };
}

/** Defines a flag without a value. `0`, `false`, `no` and `off` in its environment variable turn it off. */
export function flag(definition: Omit<Description<boolean>, 'fallback'>): Setting<boolean> {
  return setting(definition, parseBoolean, { fallback: false });
}

const TRUE = ['1', 'true', 'yes', 'on'];
const FALSE = ['0', 'false', 'no', 'off'];

function parseBoolean(text: string, from: Origin): boolean {
  const value = text.trim().toLowerCase();
  if (TRUE.includes(value)) return true;
  if (FALSE.includes(value)) return false;
  throw refusedSetting(from, 'takes 1 or 0', text, [...TRUE, ...FALSE]);
}

export function number<F = undefined>({
  min,
  max,
  unit,
  whole,
  ...definition
}: Description<number | F> & { min: number; max: number; unit: string; whole?: true }): Setting<number | F> {
  const what = `takes ${whole === true ? 'a whole number' : 'a number'} of ${unit} from ${min} to ${max}`;
  return setting<number | F>(definition, (text, from) => {
    const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max) || (whole === true && !Number.isInteger(value)))
      throw refusedSetting(from, what, text);
    return value;
  });
}

export function choice<const C extends string, F = undefined>(
  definition: Description<C | F> & { choices: readonly C[] },
): Setting<C | F> {
  const choices: readonly C[] = definition.choices;
  return setting<C | F>(definition, (text, from) => {
    const word = text.trim();
    const value = choices.find((one) => one === word);
    if (value === undefined) throw refusedChoice(from, text, choices);
    return value;
  });
}

export function text<F = undefined>(definition: Description<string | F>): Setting<string | F> {
  return setting<string | F>(definition, (value, from) => {
    if (value.trim() === '') throw refusedSetting(from, 'takes a value', value);
    return value;
  });
}

/** Defines a setting for a comma-separated list. The flag may be repeated. */
export function listSetting(definition: Description<readonly string[]>): Setting<readonly string[]> {
  return several(definition, (value, from) => {
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    if (items.length === 0) throw refusedSetting(from, 'takes one or more names, separated by commas', value);
    return items;
  });
}

export function several<T>(
  definition: Description<readonly T[]>,
  parse: Setting<readonly T[]>['parse'],
): Setting<readonly T[]> {
  return setting<readonly T[]>(definition, parse, { fallback: [], repeatable: true });
}

/** Defines a setting for a comma-separated list of allowed values. The flag may be repeated. */
export function members<const C extends string>(
  definition: Description<readonly C[]> & { choices: readonly C[] },
): Setting<readonly C[]> {
  const { flags, description, choices } = definition;
  const names = listSetting({ flags, description });
  const one = choice<C>({ flags, description, choices });
  return several(definition, (value, from) =>
    names.parse(value, from).flatMap((name) => one.parse(name, from) ?? []),
  );
}

/** Defines a setting for an absolute http(s) URL without credentials. Removes a trailing slash. */
export function webUrlSetting<F = undefined>(definition: Description<string | F>): Setting<string | F> {
  return setting<string | F>(definition, (value, from) =>
    checkedUrl(value, from, 'takes an absolute http or https URL'),
  );
}

/** Like `webUrlSetting`, but also accepts the word `off`. */
export function urlOrOff(definition: Description<string>): Setting<string> {
  return setting(definition, (value, from) =>
    value.trim() === 'off' ? 'off' : checkedUrl(value, from, 'takes an absolute http or https URL, or “off”'),
  );
}

/** @throws CliError with the text `demand` if the value is not an absolute http(s) URL without credentials */
export function checkedUrl(value: string, from: Origin, demand: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw refusedSetting(from, demand, value);
  return url.href.replace(/\/$/, '');
}

/** Defines a setting for a path or an absolute http(s) URL without credentials. Removes the fragment. */
export function siteUrl<F = undefined>(definition: Description<string | F>): Setting<string | F> {
  return setting<string | F>(definition, (value, from) => {
    const path = sitePath(value);
    if (path !== undefined) return path;
    if (documentUrl(value) === undefined)
      throw refusedSetting(from, 'takes a path (/mcp) or an absolute http or https URL', value);
    checkedUrl(value, from, 'takes an absolute http or https URL');
    return documentUrl(value)?.href ?? value;
  });
}

/** Returns the error for a rejected value. The value may be untrusted, so it is shortened and made printable. */
export function refusedSetting(
  from: Origin,
  what: string,
  value: string,
  allowed?: readonly string[],
): CliError {
  const shown = printable(value);
  const cut = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
  return new CliError(from.kind, `${from.name} ${what}, not “${cut}”.`, { allowed });
}

/** Returns the error for a value that is not one of the choices. It suggests similar choices. */
export function refusedChoice({ name, kind }: Origin, value: string, allowed: readonly string[]): CliError {
  return unknownName({
    kind,
    message: (quoted) => `${name} does not take “${quoted}”.`,
    name: value,
    allowed,
  });
}

/** Returns a setting as an option for commander. Its description names the choices, the default and the environment variable. */
export function optionOf(setting: Setting<unknown>): Option {
  const option = new Option(setting.flags, setting.description);
  const from: Origin = { name: option.long ?? setting.flags, kind: 'usage' };
  if (option.required) {
    option.argParser((value: string, previous: unknown) => {
      const parsed = setting.parse(value, from);
      return setting.repeatable && Array.isArray(previous) && Array.isArray(parsed)
        ? [...previous, ...parsed]
        : parsed;
    });
  }
  option.description += ` (${facts(setting).join('; ')})`;
  return option;
}

function facts({ choices, fallback, defaultText, env, config }: Setting<unknown>): string[] {
  const known = defaultText ?? (fallback === false ? 'off' : String(fallback));
  return [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    `default: ${known}`,
    `env: ${env}`,
    ...(config === undefined ? [] : [`config: ${config}`]),
  ];
}

/**
 * Returns the values of settings for one run: the flag, else the environment variable, else the configuration, else the
 * default. An empty variable counts as not set.
 *
 * @throws CliError `configuration` for a variable or field whose value is not allowed
 */
export function resolve<S extends Settings>(
  command: Command,
  settings: S,
  env: Readonly<Record<string, string | undefined>>,
  config?: LoadedConfig,
): Resolved<S> {
  const optionValues = command.optsWithGlobals<Record<string, unknown>>();
  const values: Record<string, unknown> = {};
  const sources: Record<string, SettingSource> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const option = new Option(setting.flags);
    const name = option.attributeName();
    const byFlag = command.getOptionValueSourceWithGlobals(name) === 'cli';
    const variable = env[setting.env];
    const field = config === undefined ? undefined : fromConfig(setting, config);
    // `--color` and `--no-color` set the same property. Its value shows which of the two flags was typed.
    if (
      byFlag &&
      (option.required ? typeof optionValues[name] !== 'boolean' : optionValues[name] === !option.negate)
    ) {
      values[key] = option.required ? optionValues[name] : true;
      sources[key] = 'flag';
    } else if (variable !== undefined && variable !== '') {
      values[key] = setting.parse(variable, { name: setting.env, kind: 'configuration' });
      sources[key] = 'env';
    } else if (field !== undefined) {
      values[key] = field.value;
      sources[key] = 'config';
    } else {
      values[key] = setting.fallback;
      sources[key] = 'default';
    }
  }
  return { values, sources } as Resolved<S>;
}

/** Returns a setting's value from the configuration, parsed like the text of a flag, so that both allow the same values. */
function fromConfig<T>(setting: Setting<T>, config: LoadedConfig): { readonly value: unknown } | undefined {
  if (setting.config === undefined) return undefined;
  let found: unknown = config.values;
  for (const key of setting.config.split('.')) found = (found as Record<string, unknown> | undefined)?.[key];
  if (found === undefined) return undefined;
  const from: Origin = { name: `${setting.config} in ${config.name}`, kind: 'configuration' };
  const textOf = (item: unknown) =>
    setting.path === true ? pathFrom(config.folder, String(item)) : String(item);
  const read = (item: unknown) => setting.parse(textOf(item), from);
  if (Array.isArray(found)) return { value: found.flatMap(read) };
  // The members of an object are parsed like repeated flags with the value `name=value`.
  if (typeof found === 'object' && found !== null) {
    return {
      value: Object.entries(found).flatMap(([name, item]) => setting.parse(`${name}=${textOf(item)}`, from)),
    };
  }
  return { value: read(found) };
}
