import type { TokenUser } from '#contract/session.ts';
import { useStore } from 'zustand';
import { validLocale } from '../i18n/locale.ts';
import { session } from './session.ts';

/** Who is signed in; undefined for nobody. */
export function useUser(): TokenUser | undefined {
  return useStore(session, ({ user }) => user);
}

/** The language tag that sizes and dates are written by. */
export function useLocale(): string {
  return useStore(session, ({ user }) => validLocale(user?.locale));
}
