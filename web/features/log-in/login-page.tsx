import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { pageConfig, signsInByItself } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { withWords } from '../../i18n/words.ts';
import { LogInCard } from './log-in-card.tsx';
import { LogInForm } from './log-in-form.tsx';
import styles from './log-in.module.css';

const loadSignUp = () => withWords('files', import('./sign-up.tsx'));
const SignUp = lazy(async () => ({ default: (await loadSignUp()).SignUp }));
const LoginFailed = lazy(async () => ({
  default: (await withWords('files', import('./login-failed.tsx'))).LoginFailed,
}));

/** In the query of the address: an account is wanted. */
const SIGN_UP = 'sign-up';

/** The ways in that this server has. `onRetry` tries again where people are signed in without being asked. */
export function LoginPage({ onRetry }: { onRetry(): void }) {
  const { search } = useLocation();
  const { Signup } = pageConfig();
  return (
    <LogInCard>
      <Suspense fallback={null}>
        {signsInByItself() ? (
          <LoginFailed onRetry={onRetry} />
        ) : Signup ? (
          <WaysIn query={new URLSearchParams(search)} />
        ) : (
          <LogInForm />
        )}
      </Suspense>
    </LogInCard>
  );
}

/** Signing in and signing up, each with a way to the other. */
function WaysIn({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isMade, setMade] = useState(false);
  const isSignUp = query.has(SIGN_UP);
  const other = otherWay(query);
  const goToLogIn = () => {
    setMade(true);
    void navigate(other, { replace: true });
  };
  // Whoever fails here is asked for again when it is needed.
  const loadAhead = () => void loadSignUp().catch(() => {});
  return (
    <>
      {/* Each of its own: a form that is on its way out would take in what is meant for the next one. */}
      <Suspense key={isSignUp ? 'sign-up' : 'log-in'} fallback={null}>
        {isSignUp ? (
          <SignUp onMade={goToLogIn} />
        ) : (
          <LogInForm notice={isMade ? t('session.accountMade') : undefined} />
        )}
      </Suspense>
      <p className={styles.other}>
        <Link to={other} replace onPointerEnter={loadAhead} onFocus={loadAhead}>
          {isSignUp ? t('session.toLogIn') : t('session.toSignUp')}
        </Link>
      </p>
    </>
  );
}

/** The address of the login page with the other of the two forms; it leads on to the same place. */
function otherWay(query: URLSearchParams): string {
  const other = new URLSearchParams(query);
  if (query.has(SIGN_UP)) other.delete(SIGN_UP);
  else other.set(SIGN_UP, '');
  const text = other.toString().replace(`${SIGN_UP}=`, SIGN_UP);
  return text === '' ? '/login' : `/login?${text}`;
}
