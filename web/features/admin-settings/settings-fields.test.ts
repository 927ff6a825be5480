import { expect, test } from 'vitest';
import { someSettings } from '../../testing/some-settings.ts';
import { changedSettings, fieldsOf, settingsChangesOf } from './settings-fields.ts';

test('fields have the names that the server uses in errors', () => {
  const fields = fieldsOf(someSettings({ tus: { chunkSize: 7, retryCount: 3 } }));
  expect(fields).toMatchObject({
    signup: false,
    'branding.color': '',
    'tus.chunkSize': 7,
    'defaults.viewMode': 'mosaic',
  });
  expect(Object.keys(fields)).not.toContain('authMethod');
  expect(Object.keys(fields)).not.toContain('defaults.aceEditorTheme');
});

test('a scope of all files is shown as /', () => {
  const { defaults } = someSettings();
  const scopeOf = (scope: string) =>
    fieldsOf(someSettings({ defaults: { ...defaults, scope } }))['defaults.scope'];
  expect(['.', '', '/', '/new'].map(scopeOf)).toEqual(['/', '/', '/', '/new']);
});

test('changes are sent in the server’s structure, and nothing else', () => {
  expect(
    settingsChangesOf({
      signup: true,
      'branding.name': 'Shop',
      'branding.color': '#123456',
      'defaults.scope': '/new',
    }),
  ).toEqual({
    signup: true,
    branding: { name: 'Shop', color: '#123456' },
    defaults: { scope: '/new' },
  });
  expect(settingsChangesOf({})).toEqual({});
});

test('only changed settings differ', () => {
  const settings = someSettings();
  const changed = changedSettings(settings, { branding: { name: 'Shop' } });
  expect(changed).toEqual({ ...settings, branding: { ...settings.branding, name: 'Shop' } });
});
