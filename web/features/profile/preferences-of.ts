import type { TokenUser } from '#contract/session.ts';

/** Fields of the profile form. */
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
