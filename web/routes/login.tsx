import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { LoginPage } from '../features/log-in/login-page.tsx';

/** `/login`. The router redirects after a login. */
export function LoginRoute() {
  const { revalidate } = useRevalidator();
  const queries = useQueryClient();
  // The previous user's pages are unmounted, so their cached data can be removed.
  useEffect(() => queries.clear(), [queries]);
  // The short text of this page hardly moves when the typeface arrives, and the following ones are shown in it.
  useEffect(() => {
    let isShown = true;
    import('../ui/typeface.ts')
      .then(async ({ fetchTypeface, showTypeface }) => {
        if ((await fetchTypeface(document.documentElement.lang)) && isShown) showTypeface();
      })
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, []);
  return <LoginPage onRetry={() => void revalidate()} />;
}
