import type { ListedUser } from '#contract/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  belongingsQuery,
  deleteUser,
  USER_LISTS_KEY,
  USERS_KEY,
} from '../../../api/administration/users.ts';
import { ApiError } from '../../../api/http.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogSpecOf } from '../../../state/dialogs.ts';
import { toasts } from '../../../state/toasts.ts';
import { useUser } from '../../../state/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { asksOwnPassword } from '../form/refusal.ts';
import styles from '../form/user-form.module.css';
import { Belongings } from './belongings.tsx';

/** Asks before a user is deleted, and says what goes with them. Enter never deletes by itself. */
export function DeleteUserDialog({
  dialog: { user, deleted },
  onClose,
}: {
  dialog: DialogSpecOf<'user-delete'>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const isOwn = useUser()?.id === user.id;
  const { data: belongings } = useQuery(belongingsQuery(user.id));
  const { busy, own, setOwn, remove } = useDeletion(user, { onClose, deleted });
  const name = user.username;
  return (
    <Dialog
      title={t('users.deleteTitle', { name })}
      onClose={onClose}
      onSubmit={() => own !== undefined && void remove()}
      buttons={
        <>
          <Button data-focus-first="" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {busy ? t('users.deleting') : t('users.delete')}
          </Button>
        </>
      }
    >
      <div className={styles.dialogFields}>
        <p>{isOwn ? t('users.deleteSelfText') : t('users.deleteText', { name })}</p>
        {belongings && <Belongings belongings={belongings} />}
        {own !== undefined && (
          <TextField
            label={t('users.ownPassword')}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={own.typed}
            error={own.problem}
            onChange={({ target }) => setOwn({ typed: target.value })}
          />
        )}
      </div>
    </Dialog>
  );
}

/** One's own password, once the server has asked for it. */
interface OwnPassword {
  readonly typed: string;
  readonly problem?: string;
}

function useDeletion(user: ListedUser, { onClose, deleted }: { onClose(): void; deleted(): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [own, setOwn] = useState<OwnPassword>();

  const finish = async () => {
    toasts.getState().show('success', t('settings.userDeleted'));
    onClose();
    deleted();
    // Whoever is gone is not asked for again.
    queries.removeQueries({ queryKey: [...USERS_KEY, user.id], type: 'inactive' });
    await queries.invalidateQueries({ queryKey: USER_LISTS_KEY });
  };
  const tell = (failure: unknown) => {
    if (asksOwnPassword(failure)) {
      const problem = own?.typed ? t('users.ownPasswordWrong') : t('users.ownPasswordHint');
      return setOwn({ typed: own?.typed ?? '', problem });
    }
    onClose();
    toasts.getState().show('error', refusalText(failure));
  };
  const refusalText = (failure: unknown): string => {
    const isForbidden = failure instanceof ApiError && failure.status === 403;
    const reason = isForbidden && user.perm.admin ? ` ${t('users.onlyAdminDelete')}` : '';
    return `${failureText(t, failure)}${reason}`;
  };
  const remove = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await deleteUser(user.id, own?.typed);
      await finish();
    } catch (failure) {
      const isGone = failure instanceof ApiError && failure.status === 404;
      if (isGone) await finish();
      else tell(failure);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, own, setOwn, remove };
}
