import { useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../state/use-session.ts';
import { FormColumn } from '../../ui/form/form-column.tsx';
import { PasswordForm } from './password-form.tsx';
import { Preferences } from './preferences.tsx';
import { Sessions } from './sessions.tsx';

/** Profile page: preferences, password and sessions of the user. */
export function Profile() {
  const { t } = useTranslation();
  const now = useUser();
  // Keeps showing the last user until the redirect to the login page.
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

/** Returns true if users log in with a password. */
function offersPassword(isLocked: boolean): boolean {
  const { AuthMethod } = pageConfig();
  return !isLocked && (AuthMethod === 'json' || AuthMethod === 'hook');
}
