import type { Rule } from '#contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { settingsQuery } from '../../../api/administration/settings.ts';
import { tryRules } from '../../../api/administration/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { PreferenceFields } from '../../../ui/preferences/preference-fields.tsx';
import { RulesEditor } from '../../../ui/rules/rules-editor.tsx';
import { AccountFields } from './account-fields.tsx';
import { PermissionFields } from './permission-fields.tsx';
import type { UserFormProps } from './user-form-props.ts';
import styles from './user-form.module.css';

/** All fields of a user that an administrator can change. */
export function UserForm(props: UserFormProps) {
  const { t } = useTranslation();
  const { fields, onChange } = props;
  return (
    <>
      <AccountFields {...props} />
      <PermissionFields {...props} />
      <FieldGroup title={t('users.preferences')} explanation={t('users.preferencesHint')}>
        <PreferenceFields values={fields} onChange={onChange} />
      </FieldGroup>
      <RuleFields {...props} />
    </>
  );
}

const NO_RULES: readonly Rule[] = [];

function RuleFields({ fields, refusal, onChange }: UserFormProps) {
  const { t } = useTranslation();
  const global = useQuery(settingsQuery).data?.rules ?? NO_RULES;
  const user = fields.rules;
  const tryPath = useCallback((path: string) => tryRules({ global, user }, path), [global, user]);
  return (
    <FieldGroup title={t('users.rules')} explanation={t('users.rulesHint')}>
      <RulesEditor
        list="user"
        rules={user}
        problems={(refusal.rules ?? []).map((problem) => ({ list: 'user', ...problem }))}
        tryPath={tryPath}
        onChange={(rules) => onChange({ rules: [...rules] })}
      />
      {refusal.fields.rules !== undefined && (
        <p className={styles.wrong} role="alert" tabIndex={-1} data-wrong="">
          {refusal.fields.rules}
        </p>
      )}
    </FieldGroup>
  );
}
