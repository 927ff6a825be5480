import type { ListedUser, UserBelongings } from '#contract/users.ts';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import {
  belongingsQuery,
  deleteUser,
  USER_LISTS_KEY,
  USERS_KEY,
} from '../../../api/administration/users.ts';
import { ApiError } from '../../../api/http.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { toasts } from '../../../state/toasts.ts';
import { useUser } from '../../../state/use-session.ts';
import { showFailure } from '../../../state/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OwnPasswordField } from '../form/own-password-field.tsx';
import styles from '../form/user-form.module.css';
import { useOwnPassword } from '../form/use-own-password.ts';

/** Asks before a user is deleted, and lists what is deleted with them. Enter alone never deletes. */
export function DeleteUserDialog({
  dialog: { user, deleted },
  onClose,
}: DialogProps<'user-delete'>) {
  const { t } = useTranslation();
  const isOwn = useUser()?.id === user.id;
  const { data: belongings } = useQuery(belongingsQuery(user.id));
  const { busy, own, remove } = useDeletion(user, { onClose, deleted });
  const name = user.username;
  return (
    <Dialog
      title={t('users.deleteTitle', { name })}
      onClose={onClose}
      onSubmit={() => own.password !== undefined && remove()}
      buttons={
        <>
          <Button data-focus-first="" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => remove()}>
            {busy ? t('users.deleting') : t('users.delete')}
          </Button>
        </>
      }
    >
      <div className={styles.dialogFields}>
        <p>{isOwn ? t('users.deleteSelfText') : t('users.deleteText', { name })}</p>
        {belongings && <Belongings belongings={belongings} />}
        <OwnPasswordField password={own.password} error={own.error} autoFocus onChange={own.type} />
      </div>
    </Dialog>
  );
}

function useDeletion(user: ListedUser, { onClose, deleted }: { onClose(): void; deleted(): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const own = useOwnPassword();

  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteUser(user.id, own.password).catch(ignoreNotFound),
    onSuccess: () => {
      toasts.getState().show('success', t('settings.userDeleted'));
      onClose();
      deleted();
      // The deleted user must not be requested again.
      queries.removeQueries({ queryKey: [...USERS_KEY, user.id], type: 'inactive' });
      return queries.invalidateQueries({ queryKey: USER_LISTS_KEY });
    },
    onError: (failure) => {
      if (own.isAskedBy(failure)) return;
      onClose();
      const isForbidden = failure instanceof ApiError && failure.status === 403;
      const reason = isForbidden && user.perm.admin ? ` ${t('users.onlyAdminDelete')}` : '';
      showFailure(t, failure, `${failureText(t, failure)}${reason}`);
    },
  });
  const remove = () => {
    if (!isPending) mutate();
  };
  return { busy: isPending, own, remove };
}

/** Ignores the failure if the user was already deleted; throws all other failures. */
function ignoreNotFound(failure: unknown): void {
  if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
}

/** Lists the data that is deleted together with a user. */
function Belongings({ belongings: { sessions, shares, uploads } }: { belongings: UserBelongings }) {
  const { t } = useTranslation();
  const things = [
    { key: 'shares', count: shares, text: t('users.linkCount', { count: shares }) },
    { key: 'sessions', count: sessions, text: t('users.sessionCount', { count: sessions }) },
    { key: 'uploads', count: uploads, text: t('users.uploadCount', { count: uploads }) },
  ].filter(({ count }) => count > 0);
  if (things.length === 0) return <p className={styles.note}>{t('users.deleteWithNothing')}</p>;
  return (
    <div>
      <p>{t('users.deleteWith')}</p>
      <ul className={styles.list}>
        {things.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
