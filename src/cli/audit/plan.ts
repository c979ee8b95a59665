/** What an audit is asked for: settled before any request is sent. */

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

/** What is waited for. */
export interface Wait {
  /** Absolute. */
  readonly url: string;
  readonly timeoutMs: number;
  /** It is the audited site: what cannot be mended by waiting is left for its audit to tell. */
  readonly isTarget: boolean;
}

/** Everything that an audit is asked for. */
export interface Plan {
  readonly request: AuditRequest;
  /** The site as it was typed or configured; empty for a recording. */
  readonly typed: string;
  /** The target over plain http, tried where nothing answers on https; only where no scheme was typed. */
  readonly inClear: Target | undefined;
  /** What is waited for before the audit, whose time begins only then. */
  readonly wait: Wait | undefined;
  readonly recording: LoadedRecording | undefined;
  /** Of the caller's own, with their values. */
  readonly headers: HeaderList;
  readonly proxies: Proxies | undefined;
  /** What the scorecard is held to; `undefined` where nothing was asked for. */
  readonly gate: Gate | undefined;
}

/** @throws CliError, AuditError for what cannot be audited as it was asked for */
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

/**
 * Refuses to send headers of a configuration that was found to a site that it names itself: their values are secrets of this
 * machine, and the configuration may be part of a stranger's pull request.
 */
function refuseSending({ config, sources, program }: AuditRun, { url, name }: Target): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (config?.by !== 'found' || sources.header !== 'config' || isThisMachine(host)) return;
  throw new CliError(
    'configuration',
    `${config.name} says both which secret headers are sent and to which site (${name}), and nobody named this configuration.`,
    {
      hint: `Type the site (${program} ${name}), or name the configuration: --config ${shellWord(config.name)}.`,
    },
  );
}

/** What `--canonical-origin` comes to: an origin other than the target's. What it says beyond that is told. */
function canonicalOriginOf({ values, sources, output }: AuditRun, target: Target): string | undefined {
  if (values.canonicalOrigin === undefined) return undefined;
  const { origin } = parseTarget(values.canonicalOrigin);
  if (values.canonicalOrigin !== origin) {
    notice(output, `--canonical-origin is an origin: ${origin} is taken, without what follows it.`);
  }
  if (origin !== target.origin) return origin;
  // A configuration serves the preview and production alike.
  if (sources.canonicalOrigin === 'flag') {
    notice(output, `--canonical-origin changes nothing: ${origin} is the target itself.`);
  }
  return undefined;
}

/** What `--wait-for` comes to. */
function waitOf({ values, sources }: AuditRun, target: Target): Wait | undefined {
  const { waitFor, waitTimeout } = values;
  if (waitFor === 'nothing') {
    if (sources.waitTimeout !== 'flag') return undefined;
    throw new CliError('usage', '--wait-timeout says how long --wait-for waits, and nothing is waited for.', {
      hint: 'Type --wait-for with a number of seconds to wait for the target itself, or with a URL.',
    });
  }
  if ('url' in waitFor)
    return { url: waitFor.url, timeoutMs: Math.round(waitTimeout * 1000), isTarget: false };
  return { url: target.url, timeoutMs: Math.round(waitFor.seconds * 1000), isTarget: true };
}

function noFile(): CliError {
  return new CliError(
    'usage',
    '--har takes the name of a file, and “-” is none: the scorecard is what goes to stdout.',
    { hint: 'Type --har site.har.' },
  );
}

/** What is left to run where no resolver may be asked. */
function withoutDns(selected: readonly string[] | undefined): readonly string[] {
  const left = (selected ?? definitions.map(({ id }) => id)).filter((id) => id !== ASKS_DNS);
  if (left.length > 0) return left;
  throw new CliError(
    'usage',
    `No checks are left to run: ${ASKS_DNS} asks a resolver, and --resolver is off.`,
    {
      hint: 'Leave out --resolver off, or run other checks too.',
    },
  );
}
const ASKS_DNS = 'dns-aid' satisfies CheckId;

function noTarget({ program, values: { waitFor }, config }: AuditRun): CliError {
  // `--wait-for http://localhost:3000` alone looks as if it named the site.
  const awaited = waitFor !== 'nothing' && 'url' in waitFor ? waitFor.url.replace(/\/$/, '') : undefined;
  const hint =
    awaited === undefined
      ? `Type ${program} https://example.com, or http://localhost:3000 for a site on this machine. --help has more.`
      : `--wait-for names what is waited for, not what is audited. Type ${program} ${awaited} --wait-for 60.`;
  const unread =
    config?.unread === true ? `A dry run does not execute ${config.name}, which may name the site. ` : '';
  return new CliError('usage', 'Which site? The address is missing.', { hint: unread + hint });
}

/** A replay has no network to record or to set up; flags that say otherwise are a mistake worth telling. */
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
 * Reads the variables as curl does: those in lower case count first, ALL_PROXY where there is no closer one, and an address
 * without a scheme is http. HTTP_PROXY is not read where a CGI server may have made it of a request's header.
 *
 * @returns `undefined` where no proxy is named
 * @throws CliError `configuration` for an address that cannot be used; the message holds no credentials
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

/** What is said of the proxy that a target is asked through, without credentials; `undefined` where none is. */
export function proxyNotice(proxies: Proxies | undefined, { url, name }: Target): string | undefined {
  const proxy = proxyFor(proxies, new URL(url));
  return proxy && `${name} is asked through the proxy ${proxy.url.origin}, as the environment says.`;
}
