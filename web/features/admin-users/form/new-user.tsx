import type { GlobalSettings } from '#contract/settings.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { settingsQuery } from '../../../api/administration/settings.ts';
import { createUser, USERS_KEY } from '../../../api/administration/users.ts';
import { createInvitation } from '../../../api/invitations.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { makePassword } from '../../../lib/secrets/make-password.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { useLeaveGuard } from '../../../state/forms/use-leave-guard.ts';
import { toasts } from '../../../state/toasts.ts';
import { LoadFailure } from '../../../ui/data-view/load-failure.tsx';
import { FormColumn } from '../../../ui/form/form-column.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { useDeparture } from '../parts/use-departure.ts';
import { UserHead } from '../parts/user-head.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { homeOf } from './home-of.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import { problemsOf } from './problems-of.ts';
import { refusalText } from './refusal.ts';
import { wholeScope } from '#contract/whole-scope.ts';
import { firstFields, type UserFields } from './user-fields.ts';
import { UserForm } from './user-form.tsx';
import { useSubmission } from './use-submission.ts';

/** Page at `/settings/users/new` with the form for a new user, which starts with the defaults. */
export function NewUser() {
  const { t } = useTranslation();
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <FormColumn>
      <UserHead title={t('users.new')} />
      {settings && <NewUserForm settings={settings} />}
      {!settings && error && <LoadFailure failure={error} onRetry={() => void refetch()} />}
      {!settings && !error && <FormSkeleton />}
    </FormColumn>
  );
}

/** Minimum length of the password that an invited user has until the invitation is accepted. It is shown to no user. */
const UNKNOWN_PASSWORD_LENGTH = 40;

function NewUserForm({ settings }: { settings: GlobalSettings }) {
  const { t } = useTranslation();
  const id = useId();
  const hasPasswords = pageConfig().AuthMethod === 'json';
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const submission = useSubmission(form);
  // Initial values. Later changes of the settings do not affect an open form.
  const [first] = useState(() => firstFields(settings.defaults));
  // Only a home folder keeps users apart, so anything else has to be chosen.
  const [isHomeMade, setHomeMade] = useState(true);
  const [isInvited, setInvited] = useState(false);
  const [isCreated, setCreated] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  const { draft, change, isChanged } = useDraft<UserFields>(first);
  const isBegun = isChanged || !isHomeMade || isInvited;
  const isOver = isCreated || isCancelled;
  useLeaveGuard(isBegun && !isOver);
  useDeparture(isOver ? '/settings/users' : undefined);

  const fields = isHomeMade ? { ...draft, scope: '' } : draft;
  const edit = (changed: Partial<UserFields>) => {
    change(changed);
    submission.forget(Object.keys(changed));
  };
  const create = async () => {
    const scope = isHomeMade ? homeScope() : wholeScope(fields.scope);
    const password = isInvited ? unknownPassword() : fields.password;
    const wanted = { ...fields, scope, password };
    const sent = { fields: wanted, withHome: isHomeMade, wasAdmin: false };
    const isStored = await submission.submit(
      sent,
      problemsOf(t, wanted, { isNew: true, needsHome: isHomeMade }),
      async (ownPassword) => {
        const id = await createUser(wanted, ownPassword);
        if (isInvited) await invite({ id, username: wanted.username }, ownPassword);
      },
    );
    if (!isStored) return;
    toasts.getState().show('success', t('settings.userCreated'));
    setCreated(true);
    void queries.invalidateQueries({ queryKey: USERS_KEY });
  };
  return (
    <>
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!submission.busy) void create();
        }}
      >
        <UserForm
          fields={fields}
          refusal={submission.refusal}
          isOwn={false}
          home={{ isMade: isHomeMade, base: settings.userHomeBasePath, choose: chooseHome }}
          invitation={hasPasswords ? { isWanted: isInvited, choose: chooseInvitation } : undefined}
          onChange={edit}
        />
        <OwnPasswordField
          password={submission.ownPassword}
          error={submission.refusal.fields.current_password}
          onChange={submission.setOwnPassword}
        />
      </form>
      <SaveBar
        form={id}
        isChanged={isBegun}
        busy={submission.busy}
        failure={refusalText(t, submission.refusal)}
        saveLabel={submission.busy ? t('users.creating') : t('users.create')}
        discardLabel={t('common.cancel')}
        onDiscard={() => setCancelled(true)}
      />
    </>
  );

  function chooseHome(isMade: boolean): void {
    setHomeMade(isMade);
    submission.forget(['scope', 'username']);
  }

  function unknownPassword(): string {
    return makePassword(Math.max(UNKNOWN_PASSWORD_LENGTH, pageConfig().MinimumPasswordLength));
  }

  function chooseInvitation(isWanted: boolean): void {
    setInvited(isWanted);
    submission.forget(['password']);
  }

  /** Creates an invitation and shows it. A failure does not undo that the user was created. */
  async function invite(
    user: { readonly id: number; readonly username: string },
    ownPassword: string | undefined,
  ): Promise<void> {
    try {
      const invitation = await createInvitation(user.id, ownPassword);
      dialogs.getState().openWhenFree({ kind: 'invitation', user, invitation });
    } catch {
      toasts.getState().show('error', t('users.notInvited'));
    }
  }

  /** Returns '' where the server chooses and reserves the home folder; otherwise a folder named after the user. */
  function homeScope(): string {
    return settings.createUserDir ? '' : (homeOf(settings.userHomeBasePath, draft.username) ?? '');
  }
}
