import type { TokenUser } from '#contract/session.ts';

/** What the form of the profile shows of a user. */
export type Preferences = ReturnType<typeof preferencesOf>;

export function preferencesOf({
  hideDotfiles,
  singleClick,
  dateFormat,
  redirectAfterCopyMove,
  locale,
  aceEditorTheme,
}: TokenUser) {
  return { hideDotfiles, singleClick, dateFormat, redirectAfterCopyMove, locale, aceEditorTheme };
}
