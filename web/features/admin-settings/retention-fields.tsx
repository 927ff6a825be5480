import type { RetentionName } from '#contract/settings.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import styles from './admin-settings.module.css';
import { FoldersWithoutVersions } from './folders-without-versions.tsx';
import { MAX_VALUES } from './problems-of.ts';
import type { SettingsFormProps } from './settings-form.ts';

interface RetentionProps extends SettingsFormProps {
  /** Settings that the start of the server has set. They are shown, but cannot be changed here. */
  readonly fixed: readonly RetentionName[];
}

/** Settings of the trash and of versions. */
export function RetentionFields(props: RetentionProps) {
  const { t } = useTranslation();
  const keepsVersions = props.fields['retention.versions'];
  return (
    <>
      <FieldGroup title={t('shell.trash')}>
        <RetentionSwitch
          {...props}
          name="trash"
          label={t('global.trashOn')}
          hint={t('global.trashOnHint')}
        />
        <div className={styles.dependent}>
          <RetentionNumber {...props} name="trashRetention" label={t('global.trashRetention')} />
          <RetentionNumber
            {...props}
            name="trashLimit"
            label={t('global.trashLimit')}
            hint={t('global.trashLimitHint')}
          />
        </div>
      </FieldGroup>
      <FieldGroup title={t('global.versions')} explanation={t('global.versionsHint')}>
        <RetentionSwitch {...props} name="versions" label={t('global.versionsOn')} />
        <div className={styles.dependent}>
          <RetentionNumber
            {...props}
            name="versionLimit"
            label={t('global.versionLimit')}
            isUnused={!keepsVersions}
          />
          {/* Has an effect while no new versions are kept. */}
          <RetentionNumber
            {...props}
            name="versionRetention"
            label={t('global.versionRetention')}
            hint={keepsVersions ? undefined : t('global.versionsExpire')}
          />
          <FoldersWithoutVersions {...props} isUnused={!keepsVersions} />
        </div>
      </FieldGroup>
    </>
  );
}

type SwitchName = 'trash' | 'versions';

function RetentionSwitch({
  name,
  label,
  hint,
  fields,
  fixed,
  onChange,
}: RetentionProps & { name: SwitchName; label: string; hint?: string }) {
  const { t } = useTranslation();
  return (
    <CheckboxField
      label={label}
      hint={hint}
      checked={fields[`retention.${name}`]}
      disabledBecause={fixed.includes(name) ? t('global.fixedSetting') : undefined}
      onChange={(isOn) => onChange({ [`retention.${name}`]: isOn })}
    />
  );
}

function RetentionNumber({
  name,
  label,
  hint,
  fields,
  problems,
  fixed,
  isUnused = false,
  onChange,
}: RetentionProps & {
  name: keyof typeof MAX_VALUES;
  label: string;
  hint?: string | undefined;
  /** True while versions are off, which makes it ineffective. */
  isUnused?: boolean;
}) {
  const { t } = useTranslation();
  const isFixed = fixed.includes(name);
  const value = fields[`retention.${name}`];
  // A wrong value can be corrected also where it is not used, because it is saved.
  const isOff = isUnused && value !== undefined;
  const reason = isFixed ? 'global.fixedSetting' : isOff ? 'global.versionsUnused' : undefined;
  return (
    <NumberField
      label={label}
      hint={reason === undefined ? hint : t(reason)}
      error={problems[`retention.${name}`]}
      value={value}
      minimum={1}
      maximum={MAX_VALUES[name]}
      disabled={reason !== undefined}
      onChange={(value) => onChange({ [`retention.${name}`]: value })}
    />
  );
}
