import { expect, test } from 'vitest';
import { RecoveryLog } from './recovery-log.ts';

function openLog() {
  const lines: string[] = [];
  const add = (facts: object, message: string): void =>
    void lines.push('err' in facts ? `${message}: ${String(facts.err)}` : message);
  // Only these two of the overloads are used.
  const log = new RecoveryLog({ info: add, warn: add } as never);
  return { log, lines };
}

test('the same failure of the same work is logged once, another reason and a later failure again', () => {
  const { log, lines } = openLog();
  const recover = (...reasons: readonly string[]) => {
    for (const [n, err] of reasons.entries()) log.failed(`operation-${n}`, { err }, 'kept');
    log.end();
    return lines.splice(0);
  };
  expect(recover('away', 'away')).toEqual(['kept: away', 'kept: away']);
  expect(recover('away', 'away')).toEqual([]);
  expect(recover('away', 'silent')).toEqual(['kept: silent']);
  expect(recover('away')).toEqual([]);
  expect(recover('away', 'silent')).toEqual(['kept: silent']);
});
