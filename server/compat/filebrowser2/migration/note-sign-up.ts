import { ROOT } from '#contract/paths.ts';
import { homeOfScope } from '../../../access/actor.ts';
import type { StoredGlobalSettings } from '../../../metadata/setting-documents.ts';
import type { Notes } from './migration-notes.ts';

/** Reports that people who sign up no longer share the whole root. */
export function noteSignUp(
  { signup, createUserDir, defaults, userHomeBasePath }: StoredGlobalSettings,
  notes: Notes,
): void {
  if (!signup || createUserDir || homeOfScope(defaults.scope) !== ROOT) return;
  notes.adjust(
    'sign-up',
    `new people saw and changed the whole root; here they get a home folder of their own in ${userHomeBasePath}. Set another default scope to let them share a folder`,
  );
}
