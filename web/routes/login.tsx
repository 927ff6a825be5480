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
  return <LoginPage onRetry={() => void revalidate()} />;
}
