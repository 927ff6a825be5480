import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { LoginPage } from '../features/log-in/login-page.tsx';

/** `/login`: the router goes on by itself as soon as somebody is signed in. */
export function LoginRoute() {
  const { revalidate } = useRevalidator();
  const queries = useQueryClient();
  // The pages of whoever was here before are gone by now, and nobody asks for what they were told.
  useEffect(() => queries.clear(), [queries]);
  return <LoginPage onRetry={() => void revalidate()} />;
}
