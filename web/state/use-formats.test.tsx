import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import en from '../i18n/languages/en.json';
import { aTokenUser } from '../testing/fake-server.ts';
import { session } from './session.ts';
import { useFormats } from './use-formats.ts';

beforeEach(() => startI18n(en));
afterEach(cleanup);

const AT = new Date(2025, 2, 12, 15, 4).toISOString();

function formatsOf(dateFormat: boolean) {
  session.setState({ user: aTokenUser({ dateFormat }) });
  return renderHook(() => useFormats()).result.current;
}

test('lists show the day of an older date, and details its time too', () => {
  const formats = formatsOf(false);
  expect(formats.date(AT)).toMatch(/^(?:12 Mar|Mar 12,) 2025$/);
  expect(formats.exactDate(AT)).toMatch(/^(?:12 Mar|Mar 12,) 2025, .*04/);
  expect(formats.date(new Date(Date.now() - 300_000).toISOString())).toBe('5 minutes ago');
});

test('times relative to now advance on an idle page', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  session.setState({ user: aTokenUser({ dateFormat: false }) });
  const modified = new Date(Date.now() - 300_000).toISOString();
  const Shown = () => <p>{useFormats().dateAlone(modified)}</p>;
  render(<Shown />);
  expect(screen.getByText('5 minutes ago')).toBeTruthy();

  act(() => void vi.advanceTimersByTime(120_000));
  expect(screen.getByText('7 minutes ago')).toBeTruthy();
});

test('lists show date and time in digits to users who prefer exact dates', () => {
  const formats = formatsOf(true);
  expect(formats.date(AT)).toMatch(/^\d\d\/\d\d\/2025 .*:04/);
  expect(formats.date(new Date().toISOString())).toMatch(/^\d\d\/\d\d\/\d{4} /);
  expect(formats.exactDate(AT)).toMatch(/2025, /);
});
