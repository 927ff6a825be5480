import type { TokenUser } from '#contract/session.ts';
import { useStore } from 'zustand';
import { session } from './session.ts';

/** Who is signed in; undefined for nobody. */
export function useUser(): TokenUser | undefined {
  return useStore(session, ({ user }) => user);
}
