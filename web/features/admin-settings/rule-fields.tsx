import type { RuleProblem } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { useCallback } from 'react';
import { tryRules } from '../../api/administration/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { RulesEditor } from '../../ui/rules/rules-editor.tsx';
import type { SettingsFormProps, SettingsProblems } from './settings-form.ts';
import styles from './admin-settings.module.css';

const NO_RULES: readonly Rule[] = [];

/** Global access rules. */
export function RuleFields({ fields: { rules }, problems, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  const tryPath = useCallback(
    (path: string) => tryRules({ global: rules, user: NO_RULES }, path),
    [rules],
  );
  return (
    <FieldGroup title={t('global.rules')} explanation={t('global.rulesHint')}>
      <RulesEditor
        list="global"
        rules={rules}
        problems={ruleProblems(problems)}
        tryPath={tryPath}
        onChange={(changed) => onChange({ rules: [...changed] })}
      />
      {problems['rules'] !== undefined && (
        <p className={styles.wrong} role="alert" tabIndex={-1} data-wrong="">
          {problems['rules']}
        </p>
      )}
    </FieldGroup>
  );
}

/** The server names rules `rules.2`, counted from 0. */
function ruleProblems(problems: SettingsProblems): RuleProblem[] {
  return Object.entries(problems).flatMap(([name, reason]) => {
    const index = /^rules\.(\d+)/.exec(name)?.[1];
    return index === undefined || reason === undefined
      ? []
      : [{ list: 'global', index: Number(index), reason }];
  });
}
