import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import en from '../i18n/languages/en.json';
import { aTokenUser } from '../testing/fake-server.ts';
import { session } from './session.ts';
import { useFormats } from './use-formats.ts';

beforeEach(() => startI18n(en));

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

test('lists show date and time in digits to users who prefer exact dates', () => {
  const formats = formatsOf(true);
  expect(formats.date(AT)).toMatch(/^\d\d\/\d\d\/2025 .*:04/);
  expect(formats.date(new Date().toISOString())).toMatch(/^\d\d\/\d\d\/\d{4} /);
  expect(formats.exactDate(AT)).toMatch(/2025, /);
});
