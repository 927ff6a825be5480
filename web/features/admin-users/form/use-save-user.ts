import type { ListedUser } from '#contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { updateUser, USERS_KEY } from '../../../api/administration/users.ts';
import { renewToken } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { session } from '../../../state/session.ts';
import { toasts } from '../../../state/toasts.ts';
import { isSame } from '../../../ui/form/is-same.ts';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { problemsOf } from './problems-of.ts';
import { wholeScope } from '#contract/whole-scope.ts';
import { fieldsOf, type UserFields } from './user-fields.ts';
import { useSubmission } from './use-submission.ts';

/** Draft of a user, and saving it. Only changed fields are sent, so that changes made elsewhere are kept. */
export function useSaveUser(user: ListedUser, form: RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const submission = useSubmission(form);
  const saved = fieldsOf(user);
  const draft = useDraft<UserFields>(saved);
  // Stored values at the time the fields were first edited.
  const [basis, setBasis] = useState<Partial<UserFields>>({});
  const [hasLostAdmin, setLostAdmin] = useState(false);

  const edit = (changed: Partial<UserFields>) => {
    setBasis((before) => ({ ...pick(saved, changed), ...pick(before, draft.changes) }));
    draft.change(changed);
    submission.forget(Object.keys(changed));
  };
  const discard = () => {
    draft.reset();
    submission.forget(Object.keys(saved));
  };
  const settle = async (sent: Partial<UserFields>) => {
    toasts.getState().show('success', t('settings.userUpdated'));
    if (session.getState().user?.id === user.id) {
      // The page reads its own permissions from the token.
      await renewToken().catch(() => {});
      if (sent.perm?.admin === false) return setLostAdmin(true);
    }
    await queries.invalidateQueries({ queryKey: USERS_KEY });
    draft.settle(sent);
  };
  const save = async () => {
    const sent = { ...draft.changes };
    const wanted = sent.scope === undefined ? sent : { ...sent, scope: wholeScope(sent.scope) };
    const isStored = await submission.submit(
      { fields: wanted, withHome: false, wasAdmin: user.perm.admin },
      problemsOf(t, wanted, { isNew: false }),
      (ownPassword) => updateUser(user.id, wanted, ownPassword),
    );
    if (isStored) await settle(sent);
  };

  const overtaken = keysOf(draft.changes).filter(
    (name) => name in basis && !isSame(basis[name], saved[name]),
  );
  return { draft, submission, overtaken, hasLostAdmin, save, edit, discard };
}

function pick(fields: Partial<UserFields>, named: Partial<UserFields>): Partial<UserFields> {
  const picked = keysOf(named).filter((name) => name in fields);
  return Object.fromEntries(picked.map((name) => [name, fields[name]]));
}

/** The cast is safe: drafts consist of these fields only. */
function keysOf(fields: Partial<UserFields>): (keyof UserFields)[] {
  return Object.keys(fields) as (keyof UserFields)[];
}
