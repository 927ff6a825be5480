import type { TokenUser } from '#contract/session.ts';
import { useStore } from 'zustand';
import { session } from './session.ts';

/** Returns the current user; undefined while logged out. */
export function useUser(): TokenUser | undefined {
  return useStore(session, ({ user }) => user);
}
