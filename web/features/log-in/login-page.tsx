import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { pageConfig, logsInAutomatically } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { withMessages } from '../../i18n/messages.ts';
import { RetriedPart } from '../../ui/retried-part.tsx';
import { LogInCard } from './log-in-card.tsx';
import { LogInForm } from './log-in-form.tsx';
import styles from './log-in.module.css';

const loadSignUp = async () => ({
  default: (await withMessages('files', import('./sign-up.tsx'))).SignUp,
});
const loadLoginFailed = async () => ({
  default: (await withMessages('files', import('./login-failed.tsx'))).LoginFailed,
});

/** Query parameter that selects the sign-up form. */
const SIGN_UP = 'sign-up';

/** Login page. `onRetry` repeats a login that needs no credentials. */
export function LoginPage({ onRetry }: { onRetry(): void }) {
  const { search } = useLocation();
  const { Signup } = pageConfig();
  return (
    <LogInCard>
      {logsInAutomatically() ? (
        <RetriedPart load={loadLoginFailed} props={{ onRetry }} />
      ) : Signup ? (
        <LogInOrSignUp query={new URLSearchParams(search)} />
      ) : (
        <LogInForm />
      )}
    </LogInCard>
  );
}

/** Log-in and sign-up form, each with a link to the other. */
function LogInOrSignUp({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAccountCreated, setAccountCreated] = useState(false);
  const isSignUp = query.has(SIGN_UP);
  const other = otherFormAddress(query);
  const goToLogIn = () => {
    setAccountCreated(true);
    void navigate(other, { replace: true });
  };
  // A failed load is repeated when the form is opened.
  const loadAhead = () => void loadSignUp().catch(() => {});
  return (
    <>
      {isSignUp ? (
        <RetriedPart load={loadSignUp} props={{ onAccountCreated: goToLogIn }} />
      ) : (
        <LogInForm notice={isAccountCreated ? t('session.accountMade') : undefined} />
      )}
      <p className={styles.other}>
        <Link to={other} replace onPointerEnter={loadAhead} onFocus={loadAhead}>
          {isSignUp ? t('session.toLogIn') : t('session.toSignUp')}
        </Link>
      </p>
    </>
  );
}

/** Returns the address of the other form with the same redirect target. */
function otherFormAddress(query: URLSearchParams): string {
  const other = new URLSearchParams(query);
  if (query.has(SIGN_UP)) other.delete(SIGN_UP);
  else other.set(SIGN_UP, '');
  // Without the equals sign of an empty value.
  const text = other.toString().replace(`${SIGN_UP}=`, SIGN_UP);
  return text === '' ? '/login' : `/login?${text}`;
}
