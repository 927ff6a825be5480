import type { TFunction } from 'i18next';
import { MAX_RETENTION, type RetentionName } from '#contract/settings.ts';
import { isColour } from './colour.ts';
import type { SettingsFields } from './settings-fields.ts';
import type { SettingsProblems } from './settings-form.ts';

export const MAX_PASSWORD_LENGTH = 128;
export const MAX_RETRIES = 65_535;

/** The highest value of each number of the trash and of versions. The lowest is 1. */
export const MAX_VALUES = {
  trashRetention: MAX_RETENTION.days,
  trashLimit: MAX_RETENTION.trashLimit,
  versionLimit: MAX_RETENTION.versionLimit,
  versionRetention: MAX_RETENTION.days,
} as const satisfies Partial<Record<RetentionName, number>>;

/** Validates the fields before they are sent. */
export function problemsOf(t: TFunction, fields: SettingsFields): SettingsProblems {
  return {
    ...(fields.minimumPasswordLength === undefined && {
      minimumPasswordLength: t('global.minimumPasswordLengthProblem'),
    }),
    ...(fields['tus.retryCount'] === undefined && {
      'tus.retryCount': t('global.retryCountProblem'),
    }),
    ...retentionProblems(t, fields),
    ...(!isColour(fields['branding.color']) && { 'branding.color': t('global.colorProblem') }),
  };
}

function retentionProblems(t: TFunction, fields: SettingsFields): SettingsProblems {
  const wrong = Object.entries(MAX_VALUES).filter(
    ([name]) => fields[`retention.${name as keyof typeof MAX_VALUES}`] === undefined,
  );
  return Object.fromEntries(
    wrong.map(([name, maximum]) => [`retention.${name}`, t('global.countProblem', { maximum })]),
  );
}
