import type { TFunction } from 'i18next';
import { isColour } from './colour.ts';
import type { SettingsFields } from './settings-fields.ts';
import type { SettingsProblems } from './settings-form.ts';

export const MOST_PASSWORD_LENGTH = 128;
export const MOST_RETRIES = 65_535;

/** Validates the fields before they are sent. */
export function problemsOf(t: TFunction, fields: SettingsFields): SettingsProblems {
  return {
    ...(fields.minimumPasswordLength === undefined && {
      minimumPasswordLength: t('global.minimumPasswordLengthProblem'),
    }),
    ...(fields['tus.retryCount'] === undefined && {
      'tus.retryCount': t('global.retryCountProblem'),
    }),
    ...(!isColour(fields['branding.color']) && { 'branding.color': t('global.colorProblem') }),
  };
}
