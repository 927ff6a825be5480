import { SETTINGS_URL, type SettingsChanges, type ShownSettings } from '#contract/settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { asJson } from '../as-json.ts';
import { call, callJson } from '../http.ts';

/** Global settings. Requires an administrator. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => callJson<ShownSettings>('GET', SETTINGS_URL, { signal }),
});

/** Stores the given settings only. Throws ApiError 400 with the name of an invalid field. */
export async function updateSettings(changes: SettingsChanges): Promise<void> {
  await call('PUT', SETTINGS_URL, asJson(changes));
}
