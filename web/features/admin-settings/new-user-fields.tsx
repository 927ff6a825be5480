import type { ParseKeys } from 'i18next';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AllowedCommandsField } from '../../ui/commands/allowed-commands-field.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { PermissionTable } from '../../ui/permissions/permission-table.tsx';
import {
  PreferenceFields,
  type PreferenceValues,
} from '../../ui/preferences/preference-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SettingsFields } from './settings-fields.ts';
import { problemAt, type SettingsFormProps } from './settings-form.ts';
import styles from './admin-settings.module.css';

const EXAMPLE = 'anna';

/** Home folders and defaults of new users. */
export function NewUserFields(props: SettingsFormProps) {
  const { t } = useTranslation();
  const { fields, problems, onChange } = props;
  const { EnableExec: hasCommands, ShellAccess: hasShell } = pageConfig();
  return (
    <FieldGroup title={t('global.defaults')} explanation={t('global.defaultsHint')}>
      <HomeFields {...props} />
      <PreferenceFields
        values={preferencesOf(fields)}
        onChange={(changed) => onChange(asDefaults(changed))}
      />
      <Problem text={problems['defaults.locale']} />
      <h3 className={styles.subtitle}>{t('global.permissions')}</h3>
      <PermissionTable
        perm={fields['defaults.perm']}
        hasCommands={hasCommands}
        onChange={(perm) => onChange({ 'defaults.perm': perm })}
      />
      <Problem text={problems['defaults.perm']} />
      {hasCommands && (
        <AllowedCommandsField
          commands={fields['defaults.commands']}
          mayRun={fields['defaults.perm'].execute}
          hasShell={hasShell}
          error={problemAt(problems, 'defaults.commands')}
          onChange={(commands) => onChange({ 'defaults.commands': commands })}
        />
      )}
    </FieldGroup>
  );
}

function HomeFields({ fields, problems, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  const { createUserDir, userHomeBasePath } = fields;
  const base = userHomeBasePath
    .trim()
    .replace(/\/+$/, '')
    .replace(/^(?!\/)/, '/');
  const path = `${base === '/' ? '' : base}/${EXAMPLE}`;
  const hint: ParseKeys = createUserDir ? 'global.scopeUnused' : 'global.scopeHint';
  return (
    <>
      <CheckboxField
        label={t('global.createUserDir')}
        checked={createUserDir}
        onChange={(isOn) => onChange({ createUserDir: isOn })}
      />
      <TextField
        label={t('global.userHomeBasePath')}
        dir="ltr"
        hint={t('global.createUserDirExample', { name: EXAMPLE, path })}
        error={problems['userHomeBasePath']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={userHomeBasePath}
        onChange={({ target }) => onChange({ userHomeBasePath: target.value })}
      />
      <TextField
        label={t('global.scope')}
        dir="ltr"
        hint={t(hint)}
        error={problems['defaults.scope']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={createUserDir}
        value={fields['defaults.scope']}
        onChange={({ target }) => onChange({ 'defaults.scope': target.value })}
      />
    </>
  );
}

/** Shows the problem of a group of fields. */
function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={styles.wrong} role="alert" tabIndex={-1} data-wrong="">
      {text}
    </p>
  );
}

function preferencesOf(fields: SettingsFields): PreferenceValues {
  return {
    locale: fields['defaults.locale'],
    viewMode: fields['defaults.viewMode'],
    sorting: fields['defaults.sorting'],
    singleClick: fields['defaults.singleClick'],
    hideDotfiles: fields['defaults.hideDotfiles'],
    dateFormat: fields['defaults.dateFormat'],
    redirectAfterCopyMove: fields['defaults.redirectAfterCopyMove'],
  };
}

function asDefaults(changed: Partial<PreferenceValues>): Partial<SettingsFields> {
  const named = Object.entries(changed).map(([name, value]) => [`defaults.${name}`, value]);
  // Every preference is a field with this prefix.
  return Object.fromEntries(named) as Partial<SettingsFields>;
}
