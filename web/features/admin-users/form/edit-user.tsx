import type { ListedUser } from '#contract/users.ts';
import { useId, useRef, useState } from 'react';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { useLeaveGuard } from '../../../state/forms/use-leave-guard.ts';
import { useUser } from '../../../state/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { StaleNotice } from '../../../ui/data-view/stale-notice.tsx';
import { FormColumn } from '../../../ui/form/form-column.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { LoadedUser } from '../parts/loaded-user.tsx';
import { useDeparture } from '../parts/use-departure.ts';
import { UserHead } from '../parts/user-head.tsx';
import { UserSessions } from '../sessions/user-sessions.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import { refusalText } from './refusal.ts';
import { useSaveUser } from './use-save-user.ts';
import type { UserFields } from './user-fields.ts';
import styles from './user-form.module.css';
import { UserForm } from './user-form.tsx';

/** Page at `/settings/users/{id}` with the form of a user. */
export function EditUser({ id }: { id: number }) {
  return (
    <LoadedUser id={id}>
      {({ user, failure, retry }) => (
        <FormColumn>
          <UserHead title={user.username} userId={user.id} />
          {failure && <StaleNotice failure={failure} onRetry={retry} />}
          <EditUserForm key={user.id} user={user} />
        </FormColumn>
      )}
    </LoadedUser>
  );
}

function EditUserForm({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const isOwn = useUser()?.id === user.id;
  const { draft, submission, overtaken, hasLostAdmin, save, edit, discard } = useSaveUser(
    user,
    form,
  );
  const [isDeleted, setDeleted] = useState(false);
  useLeaveGuard(draft.isChanged && !hasLostAdmin && !isDeleted);
  useDeparture(isDeleted ? '/settings/users' : hasLostAdmin ? '/settings' : undefined);
  return (
    <>
      <OvertakenNotice fields={overtaken} />
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !submission.busy) void save();
        }}
      >
        <UserForm fields={draft.draft} refusal={submission.refusal} isOwn={isOwn} onChange={edit} />
        <OwnPasswordField
          password={submission.ownPassword}
          error={submission.refusal.fields.current_password}
          onChange={submission.setOwnPassword}
        />
      </form>
      {!isOwn && pageConfig().AuthMethod === 'json' && <InvitationGroup user={user} />}
      <UserSessions user={user} isOwn={isOwn} />
      <DeleteGroup user={user} onDeleted={() => setDeleted(true)} />
      <SaveBar
        form={id}
        isChanged={draft.isChanged}
        busy={submission.busy}
        failure={refusalText(t, submission.refusal)}
        onDiscard={discard}
      />
    </>
  );
}

/** Lists edited fields that another administrator has changed in the meantime. */
function OvertakenNotice({ fields }: { fields: readonly (keyof UserFields)[] }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {fields.length > 0 && (
        <div className={styles.overtaken}>
          <p>{t('users.changedMeanwhile')}</p>
          <ul>
            {fields.map((name) => (
              <li key={name}>{t(`users.fieldNames.${name}`)}</li>
            ))}
          </ul>
          <p>{t('users.changedMeanwhileHint')}</p>
        </div>
      )}
    </div>
  );
}

/** Button that opens the dialog for inviting the user to choose a password. */
function InvitationGroup({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const { id, username } = user;
  return (
    <FieldGroup
      title={t('users.inviteGroup')}
      explanation={t('users.inviteGroupText', { name: username })}
    >
      <div>
        <Button
          aria-haspopup="dialog"
          onClick={() =>
            dialogs
              .getState()
              .open({ kind: 'invitation', user: { id, username }, invitation: undefined })
          }
        >
          {t('users.inviteCreate')}
        </Button>
      </div>
    </FieldGroup>
  );
}

/** Button that opens the dialog for deleting the user. */
function DeleteGroup({ user, onDeleted }: { user: ListedUser; onDeleted(): void }) {
  const { t } = useTranslation();
  return (
    <FieldGroup title={t('users.deleteGroup')} explanation={t('users.deleteGroupText')}>
      <div>
        <Button
          variant="danger"
          aria-haspopup="dialog"
          onClick={() => dialogs.getState().open({ kind: 'user-delete', user, deleted: onDeleted })}
        >
          {t('users.delete')}
        </Button>
      </div>
    </FieldGroup>
  );
}
