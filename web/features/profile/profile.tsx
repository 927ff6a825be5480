import { useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../state/use-session.ts';
import { FormColumn } from '../../ui/form/form-column.tsx';
import { PasswordForm } from './password-form.tsx';
import { Preferences } from './preferences.tsx';
import { Sessions } from './sessions.tsx';

/** What users decide about themselves: how the page works for them, their password, where they are signed in. */
export function Profile() {
  const { t } = useTranslation();
  const now = useUser();
  // Whoever is signed out meanwhile is led to the login; until then nothing flickers.
  const [first] = useState(now);
  const user = now ?? first;
  if (!user) return <p role="alert">{t('profile.noUser')}</p>;
  return (
    <FormColumn>
      <Preferences user={user}>
        {offersPassword(user.lockPassword) && <PasswordForm userId={user.id} />}
        <Sessions />
      </Preferences>
    </FormColumn>
  );
}

/** Where nobody signs in with a password, there is none to change. */
function offersPassword(isLocked: boolean): boolean {
  const { AuthMethod } = pageConfig();
  return !isLocked && (AuthMethod === 'json' || AuthMethod === 'hook');
}
