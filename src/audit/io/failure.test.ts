import { describe, expect, it } from 'vitest';
import { ForbiddenAddress } from './address-guard.ts';
import { connectFailure, describeFailure } from './failure.ts';

const coded = (code: string, message = 'raw text of the system 10.0.0.1') =>
  Object.assign(new Error(message), { code });

describe('describeFailure', () => {
  it.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'connect'],
    ['EHOSTUNREACH', 'connect'],
    ['ETIMEDOUT', 'connect'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UNSPECIFIED', 'certificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['ERR_HTTP2_STREAM_ERROR', 'reset'],
    ['ERR_HTTP2_SESSION_ERROR', 'reset'],
    ['ERR_HTTP2_STREAM_CANCEL', 'reset'],
    ['ERR_HTTP2_INVALID_HEADER_VALUE', 'protocol'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'protocol'],
    ['Z_DATA_ERROR', 'protocol'],
    ['ERR__ERROR_FORMAT_PADDING_1', 'protocol'],
    ['ZSTD_error_prefix_unknown', 'protocol'],
    ['ERR_FORBIDDEN_ADDRESS', 'forbidden'],
  ])('%s → %s', (code, reason) => {
    const failure = describeFailure(
      reason === 'forbidden' ? new ForbiddenAddress('x.test', 'private') : coded(code),
    );
    expect(failure.reason).toBe(reason);
    expect(failure.message).not.toMatch(/UND_ERR|10\.0\.0\.1|\n/);
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /self-signed: DEPTH_ZERO/],
    ['UNSPECIFIED', 'EE certificate key too weak', /weak key: UNSPECIFIED/],
    ['UNSPECIFIED', 'CA certificate key too weak', /weak key/],
    ['UNSPECIFIED', 'CA signature digest algorithm too weak', /weak digest/],
    ['UNSPECIFIED', 'unspecified certificate verification error', /\(UNSPECIFIED\)$/],
    ['ERR_SSL_DH_KEY_TOO_SMALL', 'dh key too small', /the server's key is too weak: ERR/],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'unsupported protocol', /does not support TLS 1\.2 or later/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number', /does not speak TLS: ERR/],
  ])('says what %s (%s) means', (code, words, expected) => {
    expect(describeFailure(coded(code, words)).message).toMatch(expected);
  });

  it('looks into causes and into attempts over several addresses', () => {
    expect(describeFailure(new Error('outer', { cause: coded('ENOTFOUND') })).reason).toBe('dns');
    const both = new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]);
    expect(describeFailure(both).message).toMatch(/ECONNREFUSED/);
    expect(describeFailure(new AggregateError([coded('ENETUNREACH')])).message).toMatch(/ENETUNREACH/);
    expect(describeFailure(new AggregateError([])).reason).toBe('reset');
  });

  it('answers anything that can be thrown', () => {
    const looped: Error & { cause?: unknown } = new Error('a');
    looped.cause = looped;
    for (const thrown of [undefined, null, 'text', 5, {}, looped]) {
      expect(describeFailure(thrown).reason).toBe('reset');
    }
  });

  it('names the limit of a timeout, and keeps what came before it', () => {
    const partial = { status: 200, headers: [] };
    expect(describeFailure(coded('X'), 'timeout', { timeoutMs: 8000, partial })).toEqual({
      reason: 'timeout',
      message: 'no complete response in time (8 s)',
      partial,
    });
  });
});

describe('connectFailure', () => {
  const seen = { secure: true, timeoutMs: 8000 };

  it('calls a connection that is closed too early a failure to connect, or of TLS', () => {
    expect(connectFailure(coded('ECONNRESET'), seen).reason).toBe('tls');
    expect(connectFailure(coded('ECONNRESET'), { ...seen, secure: false }).reason).toBe('connect');
    expect(connectFailure(coded('ENOTFOUND'), seen).reason).toBe('dns');
  });

  it('names the limit where none came about in time', () => {
    expect(connectFailure(coded('ERR_CONNECT_TIMEOUT'), seen).message).toBe(
      'no connection could be made (8 s)',
    );
  });
});
