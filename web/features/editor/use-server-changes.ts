import { useEffect } from 'react';
import { ApiError } from '../../api/http.ts';
import { readBytes, versionOf } from '../../api/texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { announce } from '../../ui/live-region.tsx';
import type { EditorSession } from './session/editor-session.ts';
import { openText } from './session/opened-text.ts';

/**
 * Checks whenever the window gets the focus whether the file has changed on the server. An unedited text is replaced by
 * the new one; an edited text gets a notice.
 */
export function useServerChanges(text: EditorSession): void {
  const { t } = useTranslation();
  useEffect(() => {
    const check = async () => {
      const isReplaced = await checkServerVersion(text);
      if (isReplaced) announce(t('editor.changedQuietly'));
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

/** Compares the version on the server with that of the text. Returns true if the text was unedited and was replaced by a newer one. */
async function checkServerVersion(text: EditorSession): Promise<boolean> {
  const { path, version } = text;
  const isUnchanged = () => text.version === version && text.path === path && !isBusy(text);
  if (isBusy(text)) return false;
  try {
    const current = await versionOf(path);
    if (current === version || !isUnchanged()) return false;
    return await adoptOrReport(text, isUnchanged);
  } catch (failure) {
    // A missing connection is reported when the user saves.
    if (failure instanceof ApiError && failure.status === 404 && isUnchanged())
      text.setServerChange('gone');
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
  text.setServerChange('changed');
  return false;
}

function isBusy(text: EditorSession): boolean {
  const { isSaving, compared } = text.facts.getState();
  return isSaving || compared !== undefined;
}
