import { GlobalSettings, SETTINGS_URL } from '#contract/settings.ts';
import { SomePermissions } from '#contract/users.ts';
import { type DescribedOperation, done, json, sentJson } from '../operation.ts';

const { defaults, branding, tus } = GlobalSettings.shape;
const SettingsChanges = GlobalSettings.extend({
  defaults: defaults.extend({ perm: SomePermissions }).partial(),
  branding: branding.partial(),
  tus: tus.partial(),
}).partial();

export const SETTINGS_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: SETTINGS_URL,
    group: 'Settings',
    summary: 'Tell the settings',
    replies: { 200: json('Those that hold while the server runs.', GlobalSettings) },
  },
  {
    method: 'put',
    path: SETTINGS_URL,
    group: 'Settings',
    summary: 'Change settings',
    description: 'What is left out stays as it is. Changes hold at once.',
    body: sentJson(SettingsChanges),
    replies: { 200: done('They are changed.') },
    refusals: ['invalid-request', 'too-large'],
  },
];
