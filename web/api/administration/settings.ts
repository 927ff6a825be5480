import { type GlobalSettings, SETTINGS_URL, type SettingsChanges } from '#contract/settings.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from '../http.ts';

/** What holds for the whole server. For administrators. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => callJson<GlobalSettings>('GET', SETTINGS_URL, { signal }),
});

/** Changes what is named and nothing else. Throws ApiError 400 with the name of a field that cannot be. */
export async function updateSettings(changes: SettingsChanges): Promise<void> {
  await call('PUT', SETTINGS_URL, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(changes),
  });
}
