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
    const check = async () => {
      const isReadAnew = await checkForNews(text);
      if (isReadAnew) announce(t('editor.changedQuietly'));
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible') void check();
    };
    window.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      window.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [text, t]);
}

/** Checks the version on the server. Returns true if a newer one has replaced an unedited text. */
async function checkForNews(text: EditorSession): Promise<boolean> {
  const { path, version } = text;
  const isUnchanged = () => text.version === version && text.path === path && !isBusy(text);
  if (isBusy(text)) return false;
  try {
    const there = await versionOf(path);
    if (there === version || !isUnchanged()) return false;
    return await adoptOrReport(text, isUnchanged);
  } catch (failure) {
    // A missing connection is reported when the user saves.
    if (failure instanceof ApiError && failure.status === 404 && isUnchanged())
      text.setNews('gone');
    return false;
  }
}

async function adoptOrReport(text: EditorSession, isUnchanged: () => boolean): Promise<boolean> {
  const theirs = text.isUnsaved ? undefined : openText(await readBytes(text.path));
  if (!isUnchanged()) return false;
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
