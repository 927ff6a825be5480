import { useEffect } from 'react';
import { ApiError } from '../../api/http.ts';
import { readBytes, versionOf } from '../../api/texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { announce } from '../../ui/live-region.tsx';
import type { EditorSession } from './session/editor-session.ts';
import { openText } from './session/opened-text.ts';

/** Checks for changes of the file whenever the window gets the focus. */
export function useNews(text: EditorSession): void {
  const { t } = useTranslation();
  useEffect(() => {
    const look = async () => {
      const isReadAnew = await lookFor(text);
      if (isReadAnew) announce(t('editor.changedQuietly'));
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible') void look();
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [text, t]);
}

/** Returns true if a newer version has replaced an unedited text. */
async function lookFor(text: EditorSession): Promise<boolean> {
  const { path, version } = text;
  const isStill = () => text.version === version && text.path === path && !isBusy(text);
  if (isBusy(text)) return false;
  try {
    const there = await versionOf(path);
    if (there === version || !isStill()) return false;
    return await takeOrTell(text, isStill);
  } catch (failure) {
    // A missing connection is reported when the user saves.
    if (failure instanceof ApiError && failure.status === 404 && isStill()) text.setNews('gone');
    return false;
  }
}

async function takeOrTell(text: EditorSession, isStill: () => boolean): Promise<boolean> {
  const theirs = text.isUnsaved ? undefined : openText(await readBytes(text.path));
  if (!isStill()) return false;
  if (theirs && !text.isUnsaved) {
    text.adoptServerText(theirs);
    return true;
  }
  text.setNews('changed');
  return false;
}

function isBusy(text: EditorSession): boolean {
  const { isSaving, compared } = text.facts.getState();
  return isSaving || compared !== undefined;
}
