import type { UserPermissions } from '#contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CheckboxField } from '../form/checkbox-field.tsx';
import {
  type OfferedPermission,
  offeredPermissions,
  withAdmin,
  withPermission,
} from './permission-changes.ts';
import styles from './permission-table.module.css';

/** Permissions of a user with an explanation of each. Uses the `permissions` translations. */
export function PermissionTable({
  perm,
  hasCommands,
  onChange,
}: {
  perm: UserPermissions;
  /** True if commands are enabled on this server. */
  hasCommands: boolean;
  onChange(perm: UserPermissions): void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.table} role="group" aria-label={t('permissions.title')}>
      <CheckboxField
        label={t('permissions.admin')}
        hint={t('permissions.adminHint')}
        checked={perm.admin}
        onChange={(admin) => onChange(withAdmin(perm, { admin, hasCommands }))}
      />
      <div className={styles.others}>
        {offeredPermissions(hasCommands).map((permission) => (
          <CheckboxField
            key={permission}
            label={t(`permissions.${permission}`)}
            hint={hintOf(permission)}
            checked={perm[permission]}
            // A disabled box keeps its explanation: administrators have every permission, and sharing needs the one to download.
            disabledBecause={
              perm.admin || needsDownloadFirst(permission) ? hintOf(permission) : undefined
            }
            onChange={(isGiven) => onChange(withPermission(perm, permission, isGiven))}
          />
        ))}
      </div>
      <p className={styles.note} role="status">
        {perm.admin && t('permissions.allOfThem')}
      </p>
    </div>
  );

  /** Returns true for sharing without the permission to download. A user who may share already can still lose it. */
  function needsDownloadFirst(permission: OfferedPermission): boolean {
    return permission === 'share' && !perm.download && !perm.share;
  }

  function hintOf(permission: OfferedPermission): string {
    if (needsDownloadFirst(permission)) return t('permissions.shareNeedsDownload');
    return t(`permissions.${permission}Hint`);
  }
}
