/** Plans an audit before any request is sent. */

import { type CheckId, definitions } from '../../audit/check-texts/index.ts';
import { isThisMachine, type Proxies, proxyFor } from '../../audit/io/proxy.ts';
import type { AuditRequest } from '../../audit/request.ts';
import { hasScheme, isPublicHost, parseTarget, type Target } from '../../audit/target.ts';
import { shellWord } from '../../base/escape.ts';
import type { HeaderList } from '../../base/headers.ts';
import { typedPath } from '../../base/url.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { CliError } from '../errors.ts';
import { STDIN } from '../files.ts';
import { notice } from '../output.ts';
import { type LoadedRecording, readRecording } from '../recordings.ts';
import type { AuditRun } from '../run.ts';
import { selectChecks } from '../select.ts';
import { type Gate, gateOf } from './gate.ts';
import { readHeaders } from './headers.ts';

export interface Wait {
  readonly url: string;
  readonly timeoutMs: number;
  /** Whether the server is the audited site. If so, a permanent error ends the wait, and the audit reports the error. */
  readonly isTarget: boolean;
}

export interface Plan {
  readonly request: AuditRequest;
  /** The site as the caller typed it or the configuration names it; empty for a recording. */
  readonly typed: string;
  /** The same target over http, tried if https does not respond; `undefined` if the caller typed a scheme. */
  readonly inClear: Target | undefined;
  /** The server to wait for. The audit's time limit starts after the wait. */
  readonly wait: Wait | undefined;
  readonly recording: LoadedRecording | undefined;
  readonly headers: HeaderList;
  readonly proxies: Proxies | undefined;
  readonly gate: Gate | undefined;
}

/** @throws CliError, AuditError if no audit is possible with these settings */
export async function planOf(run: AuditRun, input: string | undefined): Promise<Plan> {
  const { values, sources, program } = run;
  if (values.har === STDIN) throw noFile();
  const { siteType, mcpEndpoint, baseUrl = DEFAULT_BASE_URL } = values;
  const chosen = selectChecks({ only: values.only, skip: values.skip, sources, program });
  if (values.replay === undefined) {
    const site = input ?? run.config?.values.target;
    if (site === undefined) throw noTarget(run);
    const target = readTarget(site, run);
    if (input === undefined) refuseSending(run, target);
    const canonicalOrigin = canonicalOriginOf(run, target);
    return {
      typed: site,
      request: {
        target,
        baseUrl,
        siteType: siteType ?? null,
        canonicalOrigin,
        mcpEndpoint,
        typedPath: typedPath(site),
        selected: values.resolver === 'off' ? withoutDns(chosen) : chosen,
      },
      inClear: hasScheme(site) ? undefined : readTarget(`http://${site.trim()}`, run),
      wait: waitOf(run, target),
      recording: undefined,
      headers: await readHeaders(values, run),
      proxies: proxiesOf(run.output.session.context.env),
      gate: await gateOf(run, target, canonicalOrigin),
    };
  }
  refuseBesideReplay(run);
  const recording = await readRecording(values.replay, run);
  const { target, canonicalOrigin } = recording.request;
  if (input !== undefined && readTarget(input, run).name !== target.name) {
    throw new CliError('usage', `${values.replay} is a recording of ${target.name}, not of ${input}.`, {
      hint: 'Leave out the target: the recording names it.',
    });
  }
  const request: AuditRequest = {
    ...recording.request,
    siteType: siteType ?? recording.request.siteType,
    selected: chosen ?? recording.request.selected,
  };
  const noNetwork = { typed: '', inClear: undefined, wait: undefined, headers: [], proxies: undefined };
  return { request, recording, gate: await gateOf(run, target, canonicalOrigin), ...noNetwork };
}

/** Rejects headers if an automatically found configuration names them and the site. A pull request may have added both. */
function refuseSending({ config, sources, program }: AuditRun, { url, name }: Target): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (config?.by !== 'found' || sources.header !== 'config' || isThisMachine(host)) return;
  throw new CliError(
    'configuration',
    `${config.name} was found automatically, and names both secret headers and the site that would receive them (${name}).`,
    {
      hint: `Type the site (${program} ${name}), or name the configuration: --config ${shellWord(config.name)}.`,
    },
  );
}

/** Returns the origin of `--canonical-origin` if it is not the target. Prints a notice if the URL is more than an origin. */
function canonicalOriginOf({ values, sources, output }: AuditRun, target: Target): string | undefined {
  if (values.canonicalOrigin === undefined) return undefined;
  const { origin } = parseTarget(values.canonicalOrigin);
  if (values.canonicalOrigin !== origin) {
    notice(output, `--canonical-origin takes an origin: ${origin} is used, without the rest of the URL.`);
  }
  if (origin !== target.origin) return origin;
  // A value from the configuration gets no notice: audits of previews use the same configuration and need the value.
  if (sources.canonicalOrigin === 'flag') {
    notice(output, `--canonical-origin changes nothing: ${origin} is the target itself.`);
  }
  return undefined;
}

function waitOf({ values, sources }: AuditRun, target: Target): Wait | undefined {
  const { waitFor, waitTimeout } = values;
  if (waitFor === 'nothing') {
    if (sources.waitTimeout !== 'flag') return undefined;
    throw new CliError('usage', '--wait-timeout is the time limit of --wait-for, which is missing.', {
      hint: 'Type --wait-for with a number of seconds to wait for the target itself, or with a URL.',
    });
  }
  if ('url' in waitFor)
    return { url: waitFor.url, timeoutMs: Math.round(waitTimeout * 1000), isTarget: false };
  return { url: target.url, timeoutMs: Math.round(waitFor.seconds * 1000), isTarget: true };
}

function noFile(): CliError {
  return new CliError('usage', '--har takes the name of a file, not “-”: stdout is for the scorecard.', {
    hint: 'Type --har site.har.',
  });
}

function withoutDns(selected: readonly string[] | undefined): readonly string[] {
  const remaining = (selected ?? definitions.map(({ id }) => id)).filter((id) => id !== ASKS_DNS);
  if (remaining.length > 0) return remaining;
  throw new CliError(
    'usage',
    `No checks are left to run: ${ASKS_DNS} needs a resolver, and --resolver is off.`,
    {
      hint: 'Leave out --resolver off, or run other checks too.',
    },
  );
}
const ASKS_DNS = 'dns-aid' satisfies CheckId;

function noTarget({ program, values: { waitFor }, config }: AuditRun): CliError {
  // Someone who types only `--wait-for http://localhost:3000` probably means to name the site.
  const awaited = waitFor !== 'nothing' && 'url' in waitFor ? waitFor.url.replace(/\/$/, '') : undefined;
  const hint =
    awaited === undefined
      ? `Type ${program} https://example.com, or http://localhost:3000 for a site on this machine. --help has more.`
      : `--wait-for names the server to wait for, not the site to audit. Type ${program} ${awaited} --wait-for 60.`;
  const unread =
    config?.unread === true ? `A dry run does not execute ${config.name}, which may name the site. ` : '';
  return new CliError('usage', 'Which site? The address is missing.', { hint: unread + hint });
}

/** Rejects network options in a replay. They have no effect there, so they are probably a mistake. */
function refuseBesideReplay({ sources }: AuditRun): void {
  const flags = {
    har: '--har',
    header: '--header',
    headerFile: '--header-file',
    canonicalOrigin: '--canonical-origin',
    mcpEndpoint: '--mcp-endpoint',
    waitFor: '--wait-for',
    waitTimeout: '--wait-timeout',
    baseUrl: '--base-url',
    network: '--network',
    resolver: '--resolver',
    concurrency: '--concurrency',
  } as const;
  for (const [key, name] of Object.entries(flags) as [keyof typeof flags, string][]) {
    if (sources[key] === 'flag') {
      throw new CliError('usage', `${name} cannot be used with --replay: a recording is judged as it is.`, {
        hint: `Leave out ${name}, or audit the site itself.`,
      });
    }
  }
}

function readTarget(input: string, { values }: AuditRun): Target {
  const target = parseTarget(input);
  if (values.network === 'public' && !isPublicHost(new URL(target.url))) {
    throw new CliError(
      'not_permitted',
      `${target.name} is not the name of a public site, and --network public allows nothing else.`,
      {
        hint: 'Pass --network auto (or AUDIT_NETWORK=auto) to audit a site on this machine or in a private network.',
      },
    );
  }
  return target;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the proxy variables as curl does. Lower-case names take precedence, ALL_PROXY is the default for both schemes, and an
 * address without a scheme counts as http. Ignores HTTP_PROXY in a CGI program, where a request header can set it.
 *
 * @returns `undefined` if no proxy is set
 * @throws CliError `configuration` for an unusable address; the message contains no credentials
 */
function proxiesOf(env: Environment): Proxies | undefined {
  const http = read(env, env.REQUEST_METHOD === undefined ? ['http_proxy', 'HTTP_PROXY'] : ['http_proxy']);
  const https = read(env, ['https_proxy', 'HTTPS_PROXY']);
  const all = read(env, ['all_proxy', 'ALL_PROXY']);
  const forHttp = http ?? all;
  const forHttps = https ?? all;
  if (forHttp === undefined && forHttps === undefined) return undefined;
  const direct = (env.no_proxy ?? env.NO_PROXY ?? '').toLowerCase().split(/[\s,]+/);
  return {
    http: forHttp,
    https: forHttps,
    direct: direct.filter((entry) => entry !== ''),
  };
}

function read(env: Environment, names: readonly string[]): string | undefined {
  const name = names.find((one) => env[one] !== undefined && env[one] !== '');
  const text = name === undefined ? undefined : env[name]?.trim();
  if (name === undefined || text === undefined || text === '') return undefined;
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || url.hostname === '') throw unusable(name, 'is not the address of a proxy');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw unusable(
      name,
      `names a ${url.protocol.slice(0, -1)} proxy, and only http and https proxies can be used`,
    );
  }
  return url.href;
}

function unusable(name: string, why: string): CliError {
  return new CliError('configuration', `${name} ${why}.`, {
    hint: `Set it to an address such as http://proxy.example:3128, or go without: NO_PROXY='*'.`,
  });
}

/** Returns a notice that names the proxy of an audit, without its credentials; `undefined` if there is no proxy. */
export function proxyNotice(proxies: Proxies | undefined, { url, name }: Target): string | undefined {
  const proxy = proxyFor(proxies, new URL(url));
  return proxy && `${name} is audited through the proxy ${proxy.url.origin} of the environment.`;
}
