import type { UserPermissions } from '#contract/users.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../state/use-session.ts';
import { AllowedCommandsField } from '../../../ui/commands/allowed-commands-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { offeredPermissions } from '../../../ui/permissions/permission-changes.ts';
import { PermissionTable } from '../../../ui/permissions/permission-table.tsx';
import type { UserFormProps } from './user-form-props.ts';
import { Warning } from '../../../ui/warning.tsx';
import styles from './user-form.module.css';

/** Permissions of a user. Warns users who remove their own permissions. */
export function PermissionFields({ fields, refusal, isOwn, onChange }: UserFormProps) {
  const { t } = useTranslation();
  const { perm, commands } = fields;
  const { EnableExec: hasCommands, ShellAccess: hasShell } = pageConfig();
  const change = (changed: UserPermissions) =>
    // Administrators can always change their password.
    onChange(changed.admin ? { perm: changed, lockPassword: false } : { perm: changed });
  return (
    <FieldGroup title={t('users.permissions')} explanation={t('users.permissionsHint')}>
      <PermissionTable perm={perm} hasCommands={hasCommands} onChange={change} />
      {refusal.fields.perm !== undefined && (
        <p className={styles.wrong} role="alert" tabIndex={-1} data-wrong="">
          {refusal.fields.perm}
        </p>
      )}
      <div className={styles.status} role="status">
        {isOwn && <OwnLoss perm={perm} />}
      </div>
      {hasCommands && (
        <AllowedCommandsField
          commands={commands}
          mayRun={perm.execute}
          hasShell={hasShell}
          error={refusal.fields.commands}
          onChange={(allowed) => onChange({ commands: allowed })}
        />
      )}
    </FieldGroup>
  );
}

function OwnLoss({ perm }: { perm: UserPermissions }) {
  const { t, locale } = useTranslation();
  const own = useUser()?.perm;
  const lost = offeredPermissions(pageConfig().EnableExec).filter(
    (permission) => own?.[permission] && !perm[permission],
  );
  const losesAdmin = own?.admin === true && !perm.admin;
  if (lost.length === 0 && !losesAdmin) return null;
  const names = new Intl.ListFormat(locale).format(
    lost.map((permission) => t(`permissions.${permission}`)),
  );
  return (
    <Warning isFramed>
      {losesAdmin && t('users.selfLosesAdmin')}{' '}
      {lost.length > 0 && t('users.selfLoses', { permissions: names })}
    </Warning>
  );
}
