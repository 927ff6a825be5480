import { expect, test } from 'vitest';
import { sandboxWarning } from './missing-sandbox.ts';

test('a sandbox that works needs no warning', () => {
  expect(sandboxWarning('active', 'require')).toBeUndefined();
});

test.each(['not-installed', 'too-old', 'refused'] as const)(
  'a required sandbox that is %s has a warning with a remedy',
  (state) => {
    const warning = sandboxWarning(state, 'require');
    expect(warning).toMatch(/^commands of users are refused: bubblewrap is /);
    expect(warning).toMatch(/install/);
    expect(warning).toContain('--commandSandbox=auto');
  },
);

test('commands without a sandbox have a warning, whether that is configured or not', () => {
  expect(sandboxWarning('off', 'off')).toMatch(/run without a sandbox: --commandSandbox=off/);
  expect(sandboxWarning('not-installed', 'auto')).toMatch(/run without a sandbox: bubblewrap is /);
});
