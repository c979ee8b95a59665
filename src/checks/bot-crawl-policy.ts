/** Do AI agents get in, and are the rules for them clear? */
import { expiryOf, parseSecurityTxt, type SecurityTxt } from '../parse/security-txt.ts';
import { plain } from '../parse/text.ts';
import type { Answer, Reply } from '../probes/client.ts';
import { describeReply, type Found, unseen } from '../probes/surface.ts';
import {
  broken,
  check,
  couldNotSee,
  judge,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  withDetail,
} from './check.ts';
import { answered, faulty, found, missing, refused, timedOutReply } from './examples.ts';
import { robotsRuleChecks } from './robots-rules.ts';

const securityOf = (text: string) =>
  found(parseSecurityTxt(text), { path: '/.well-known/security.txt', type: 'text/plain', text });

export const botCrawlPolicyChecks = [
  check({
    id: 'agent-ua-reachable',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'The home page answers AI agents',
    goal: 'An assistant that fetches the site for its user gets the page instead of a challenge.',
    fix: 'Let the User-Agents of AI assistants (such as ChatGPT-User, Claude-User, Perplexity-User) through your bot protection for GET requests to public pages. Answer them with the page itself, not with a challenge, 401, 403, 429 or 503.',
    resources: [
      { label: 'OpenAI: overview of crawlers and fetchers', url: 'https://platform.openai.com/docs/bots' },
      { label: 'RFC 9110: status codes', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15' },
    ],
    needs: [],
    uses: ['rootForAgent', 'rootReply'],
    evaluate: ({ rootForAgent, rootReply }) => reachable(rootForAgent, rootReply),
    examples: [
      {
        title: 'the page, as for everyone',
        given: { rootForAgent: answered(), rootReply: answered() },
        expect: 'pass',
      },
      {
        title: 'a challenge',
        given: { rootForAgent: refused('Cloudflare header cf-mitigated'), rootReply: answered() },
        expect: 'broken',
        evidence: 'cf-mitigated',
      },
      {
        title: 'a plain 403',
        given: { rootForAgent: answered({ status: 403 }), rootReply: answered() },
        expect: 'broken',
        evidence: 'to an AI agent; 200 to others',
      },
      {
        title: 'a 403 for everyone',
        given: { rootForAgent: answered({ status: 403 }), rootReply: answered({ status: 403 }) },
        expect: 'broken',
      },
      {
        title: 'a 404 only for agents',
        given: { rootForAgent: answered({ status: 404 }), rootReply: answered() },
        expect: 'broken',
      },
      {
        title: 'a server error only for agents',
        given: { rootForAgent: answered({ status: 500 }), rootReply: answered() },
        expect: 'broken',
      },
      {
        title: 'a server error for everyone',
        given: { rootForAgent: answered({ status: 500 }), rootReply: answered({ status: 502 }) },
        expect: 'error',
      },
      {
        title: 'no page at / for anyone',
        given: { rootForAgent: answered({ status: 404 }), rootReply: answered({ status: 404 }) },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'the connection fails',
        given: { rootForAgent: timedOutReply(), rootReply: answered() },
        expect: 'error',
      },
      {
        title: 'a 404, and what others get could not be seen',
        given: { rootForAgent: answered({ status: 404 }), rootReply: timedOutReply() },
        expect: 'error',
      },
    ],
  }),
  ...robotsRuleChecks,
  check({
    id: 'web-bot-auth',
    category: 'bot-crawl-policy',
    keyword: 'may',
    principle: 'P6',
    label: 'Bot signature keys are published',
    goal: 'Sites that this host’s bots visit can verify that a signed request is really theirs.',
    fix: 'If you run bots or agents, serve a JSON Web Key Set with their public keys at /.well-known/http-message-signatures-directory, with the media type application/http-message-signatures-directory+json. Each key needs its `kty`.',
    resources: [
      {
        label: 'HTTP Message Signatures Directory (IETF draft)',
        url: 'https://datatracker.ietf.org/doc/draft-meunier-webbotauth-httpsig-directory/',
      },
      {
        label: 'RFC 9421: HTTP Message Signatures',
        url: 'https://www.rfc-editor.org/rfc/rfc9421.html',
      },
      { label: 'RFC 7517: JSON Web Key', url: 'https://www.rfc-editor.org/rfc/rfc7517.html' },
    ],
    needs: ['signatureKeys'],
    evaluate: ({ signatureKeys }) =>
      judge(signatureKeys, ({ evidence, value: { keys } }) =>
        pass(withDetail(evidence, keys === 1 ? '1 key' : `${keys} keys`)),
      ),
    examples: [
      {
        title: 'a key set',
        given: {
          signatureKeys: found({ keys: 1 }, { path: '/.well-known/http-message-signatures-directory' }),
        },
        expect: 'pass',
        evidence: '1 key',
      },
      {
        title: 'not there',
        given: { signatureKeys: missing('/.well-known/http-message-signatures-directory') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'JSON without keys',
        given: {
          signatureKeys: faulty(
            '/.well-known/http-message-signatures-directory',
            'JSON without a `keys` array',
          ),
        },
        expect: 'broken',
      },
    ],
  }),
  check({
    id: 'security-txt',
    category: 'bot-crawl-policy',
    keyword: 'may',
    principle: 'P4',
    label: 'security.txt names a contact',
    goal: 'Whoever finds a security problem, agent or person, knows whom to tell.',
    fix: 'Serve /.well-known/security.txt as plain text with at least one `Contact:` (a mailto:, https: or tel: URI) and one `Expires:` that lies ahead, in the form 2027-01-31T00:00:00Z. Renew it before it expires.',
    resources: [
      { label: 'RFC 9116: security.txt', url: 'https://www.rfc-editor.org/rfc/rfc9116.html' },
      { label: 'securitytxt.org', url: 'https://securitytxt.org/' },
    ],
    needs: ['securityTxt'],
    evaluate: ({ securityTxt }, { now }) => judge(securityTxt, (surface) => upToDate(surface, now)),
    examples: [
      {
        title: 'a contact, not expired',
        given: {
          securityTxt: securityOf('Contact: mailto:security@site.example\nExpires: 2999-01-01T00:00:00Z\n'),
        },
        expect: 'pass',
      },
      {
        title: 'expired',
        given: { securityTxt: securityOf('Contact: mailto:a@site.example\nExpires: 2020-01-01T00:00:00Z\n') },
        expect: 'noncompliant',
        evidence: 'Expires 2020-01-01T00:00:00Z is past',
      },
      {
        title: 'no Expires',
        given: { securityTxt: securityOf('Contact: https://site.example/report\n') },
        expect: 'noncompliant',
        evidence: 'no Expires',
      },
      {
        title: 'an Expires that is no date',
        given: { securityTxt: securityOf('Contact: https://site.example/report\nExpires: never\n') },
        expect: 'noncompliant',
        evidence: 'no date',
      },
      {
        title: 'an Expires on a day that no calendar has',
        given: {
          securityTxt: securityOf('Contact: https://site.example/report\nExpires: 2999-02-30T00:00:00Z\n'),
        },
        expect: 'noncompliant',
        evidence: 'Expires 2999-02-30T00:00:00Z is no date',
      },
      {
        title: 'no Contact',
        given: { securityTxt: securityOf('Expires: 2999-01-01T00:00:00Z\n') },
        expect: 'noncompliant',
        evidence: 'no Contact',
      },
      {
        title: 'neither field',
        given: { securityTxt: faulty('/.well-known/security.txt', 'neither a Contact nor an Expires field') },
        expect: 'broken',
      },
      {
        title: 'not there',
        given: { securityTxt: missing('/.well-known/security.txt') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
    ],
  }),
];

/** Statuses with which a server turns a client away (contract: checks.md, agent-ua-reachable). */
const TURNED_AWAY = new Set([401, 403, 429, 503]);

function reachable(agent: Reply, others: Reply): Verdict {
  if (agent.kind === 'blocked') return broken(describeReply(agent));
  if (agent.kind !== 'answer') return couldNotSee(unseen(agent));
  const { status } = agent.answer;
  if (isSuccess(agent.answer)) return pass(describeReply(agent));
  const compared = describeReply(agent, `to an AI agent; ${answerOf(others)} to others`);
  if (TURNED_AWAY.has(status)) return broken(compared);
  if (others.kind !== 'answer') return couldNotSee(unseen(others));
  if (isSuccess(others.answer)) return broken(compared);
  if (status >= 500) return { status: 'error', evidence: compared };
  return status >= 400 ? notApplicable(compared) : broken(compared);
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function answerOf(reply: Reply): string {
  return reply.kind === 'answer' || reply.kind === 'blocked' ? String(reply.answer.status) : 'no answer';
}

function upToDate({ value, evidence }: Found<SecurityTxt>, now: Date): Verdict {
  const { contacts, expires } = value;
  const [contact] = contacts;
  if (contact === undefined) return noncompliant(withDetail(evidence, 'no Contact field'));
  if (expires === undefined) return noncompliant(withDetail(evidence, 'no Expires field'));
  const shown = plain(expires, 40);
  const expiry = expiryOf(expires);
  if (expiry === undefined) return noncompliant(withDetail(evidence, `Expires ${shown} is no date`));
  if (expiry <= now.getTime()) return noncompliant(withDetail(evidence, `Expires ${shown} is past`));
  return pass(withDetail(evidence, `Contact ${plain(contact, 80)}, Expires ${shown}`));
}
