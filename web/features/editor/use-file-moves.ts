import type { FileInfo } from '#contract/files.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { versionOf } from '../../api/texts.ts';
import { ApiError } from '../../api/http.ts';
import { filesAddress, pathOfAddress } from '../../lib/path-codec.ts';
import { arriveAtNewName, renameEdited } from '../../state/edited-file.ts';
import { pendingChanges } from '../../state/pending-changes.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import type { EditorSession } from './session/editor-session.ts';

/** Follows renames of the open file by this page. Calls `onGone` after this page has deleted it. */
export function useFileMoves(text: EditorSession, file: FileInfo, onGone: () => void): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    if (pathOfAddress(pathname) === file.path) arriveAtNewName();
  }, [pathname, file.path]);

  const latest = useRef({ file, onGone, search, state });
  useEffect(() => {
    latest.current = { file, onGone, search, state };
  });

  useEffect(() => {
    const follow = (renamed: FileInfo) => {
      const { search, state } = latest.current;
      text.path = renamed.path;
      renameEdited(renamed);
      void navigate(filesAddress(renamed.path) + search, { replace: true, state });
    };
    return pendingChanges.subscribe((now, before) => {
      const { file, onGone } = latest.current;
      const name = before.renamed.get(file.path);
      if (name !== undefined && !now.renamed.has(file.path)) {
        const path = `${folderHolding(file)}/${name}`;
        void isThere(path).then((isRenamed) => isRenamed && follow({ ...file, path, name }));
      }
      if (before.gone.has(file.path) && !now.gone.has(file.path)) {
        void isThere(file.path).then((isLeft) => isLeft === false && onGone());
      }
    });
  }, [text, navigate]);
}

/** Returns true if a file exists; undefined if the server does not answer. */
async function isThere(path: string): Promise<boolean | undefined> {
  try {
    await versionOf(path);
    return true;
  } catch (failure) {
    return failure instanceof ApiError && failure.status === 404 ? false : undefined;
  }
}
