import type { AuditedTarget, Report } from '../report/ci/report.ts';

export function reportFor(audited: Omit<AuditedTarget, 'target'>, given: Partial<Report> = {}): Report {
  return {
    site: { target: audited.envelope.target, ...audited },
    files: {},
    fallback: 'README.md',
    program: 'audit-for-agents',
    onlyFailures: false,
    ...given,
  };
}
