import type { TFunction } from 'i18next';
import { MOST_RETENTION, type RetentionName } from '#contract/settings.ts';
import { isColour } from './colour.ts';
import type { SettingsFields } from './settings-fields.ts';
import type { SettingsProblems } from './settings-form.ts';

export const MOST_PASSWORD_LENGTH = 128;
export const MOST_RETRIES = 65_535;

/** The highest value of each number of the trash and of versions. The lowest is 1. */
export const MOST_OF = {
  trashRetention: MOST_RETENTION.days,
  trashLimit: MOST_RETENTION.trashLimit,
  versionLimit: MOST_RETENTION.versionLimit,
  versionRetention: MOST_RETENTION.days,
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
  const wrong = Object.entries(MOST_OF).filter(
    ([name]) => fields[`retention.${name as keyof typeof MOST_OF}`] === undefined,
  );
  return Object.fromEntries(
    wrong.map(([name, maximum]) => [`retention.${name}`, t('global.countProblem', { maximum })]),
  );
}
