import { session } from './session.ts';

let endedSessions = 0;

session.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) endedSessions += 1;
});

/** Returns a function that returns true after the present session has ended, even if the same user has logged in again. */
export function followSessionEnd(): () => boolean {
  const present = endedSessions;
  return () => endedSessions !== present;
}
