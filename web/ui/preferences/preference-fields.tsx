import type { Sorting } from '#contract/files.ts';
import type { User } from '#contract/users.ts';
import { languageOptions } from '../../i18n/language-options.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CheckboxField } from '../form/checkbox-field.tsx';
import { SelectField } from '../form/select-field.tsx';

/** Preferences of a user. */
export type PreferenceValues = Pick<
  User,
  | 'locale'
  | 'viewMode'
  | 'sorting'
  | 'singleClick'
  | 'hideDotfiles'
  | 'dateFormat'
  | 'redirectAfterCopyMove'
>;

const VIEWS = ['list', 'mosaic', 'mosaic gallery'] as const;

/** compatibility.md 3.7: for names, and only for names, `asc: false` is A→Z. */
const SORTINGS = [
  { value: 'nameRising', sorting: { by: 'name', asc: false } },
  { value: 'nameFalling', sorting: { by: 'name', asc: true } },
  { value: 'sizeRising', sorting: { by: 'size', asc: true } },
  { value: 'sizeFalling', sorting: { by: 'size', asc: false } },
  { value: 'modifiedFalling', sorting: { by: 'modified', asc: false } },
  { value: 'modifiedRising', sorting: { by: 'modified', asc: true } },
] as const satisfies readonly { value: string; sorting: Sorting }[];

/** Preferences that an administrator sets for users. Uses the `preferences` translations. */
export function PreferenceFields({
  values,
  onChange,
}: {
  values: PreferenceValues;
  onChange(changed: Partial<PreferenceValues>): void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('preferences.language')}
        value={values.locale}
        options={languageOptions(values.locale)}
        onChange={(locale) => onChange({ locale })}
      />
      <SelectField
        label={t('preferences.view')}
        value={values.viewMode}
        options={VIEWS.map((value) => ({ value, label: t(`preferences.views.${value}`) }))}
        onChange={(viewMode) => onChange({ viewMode })}
      />
      <SortingField sorting={values.sorting} onChange={(sorting) => onChange({ sorting })} />
      <CheckboxField
        label={t('preferences.singleClick')}
        checked={values.singleClick}
        onChange={(singleClick) => onChange({ singleClick })}
      />
      <CheckboxField
        label={t('preferences.hideDotfiles')}
        hint={t('preferences.hideDotfilesHint')}
        checked={values.hideDotfiles}
        onChange={(hideDotfiles) => onChange({ hideDotfiles })}
      />
      <CheckboxField
        label={t('preferences.dateFormat')}
        hint={t('preferences.dateFormatHint')}
        checked={values.dateFormat}
        onChange={(dateFormat) => onChange({ dateFormat })}
      />
      <CheckboxField
        label={t('preferences.redirect')}
        checked={values.redirectAfterCopyMove}
        onChange={(redirectAfterCopyMove) => onChange({ redirectAfterCopyMove })}
      />
    </>
  );
}

function SortingField({
  sorting,
  onChange,
}: {
  sorting: Sorting;
  onChange(sorting: Sorting): void;
}) {
  const { t } = useTranslation();
  const chosen = SORTINGS.find(
    (known) => known.sorting.by === sorting.by && known.sorting.asc === sorting.asc,
  );
  return (
    <SelectField
      label={t('preferences.sorting')}
      value={chosen?.value ?? 'nameRising'}
      options={SORTINGS.map(({ value }) => ({ value, label: t(`preferences.sortings.${value}`) }))}
      onChange={(value) => {
        const found = SORTINGS.find((known) => known.value === value);
        if (found) onChange(found.sorting);
      }}
    />
  );
}
