import type { FileInfo } from '#contract/files.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { versionOf } from '../../api/texts.ts';
import { ApiError } from '../../api/http.ts';
import { filesAddress, pathOfAddress } from '../../lib/path-codec.ts';
import { arriveAtNewName, renameEdited } from '../../state/edited-file.ts';
import { pendingChanges } from '../../state/pending-changes.ts';
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
      const isPending = new Set(
        now.changes.flatMap((one) => (one.moves.has(file.path) ? one.id : [])),
      );
      for (const { id, moves } of before.changes) {
        if (!moves.has(file.path) || isPending.has(id)) continue;
        const path = moves.get(file.path);
        if (path === undefined) {
          void isThere(file.path).then((isLeft) => isLeft === false && onGone());
        } else {
          const name = path.slice(path.lastIndexOf('/') + 1);
          void isThere(path).then((isRenamed) => isRenamed && follow({ ...file, path, name }));
        }
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
