import type { FileInfo } from '#contract/files.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../state/use-session.ts';
import type { ViewerKind, ViewerProps } from './viewers/viewer.ts';
import { viewerOf } from './viewers/viewer-of.ts';

/** Viewer of a file, and the reason if only its properties are shown. */
export interface Showing {
  readonly kind: ViewerKind;
  /** Changes with the file and with each attempt. */
  readonly turn: string;
  /** Reason for showing only the properties. */
  readonly obstacle: string | undefined;
  readonly retry: (() => void) | undefined;
  readonly onUnshowable: ViewerProps['onUnshowable'];
}

/** Returns how a file is shown. Tries a viewer that has failed again when the connection returns. */
export function useShowing(file: FileInfo): Showing {
  const { t } = useTranslation();
  const kind = viewerOf(file);
  const version = `${file.path} ${file.modified}`;
  const mayDownload = useUser()?.perm.download ?? false;
  const [tried, setTried] = useState(1);
  const [failure, setFailure] = useState<{ of: string; reason: string; mayRetry: boolean }>();
  const onUnshowable = useCallback(
    (reason: string, how?: 'try-again') =>
      setFailure({ of: version, reason, mayRetry: how !== undefined }),
    [version],
  );
  const present = failure?.of === version ? failure : undefined;
  const isRefused = kind.showsContent && !mayDownload;
  const retry = () => {
    setFailure(undefined);
    setTried(tried + 1);
  };
  const mayRetry = present?.mayRetry === true && !isRefused;
  // Retries when the connection returns.
  useEffect(() => {
    if (!mayRetry) return undefined;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });
  return {
    kind,
    turn: `${tried} ${version}`,
    obstacle: isRefused ? t('preview.noDownload') : present?.reason,
    retry: mayRetry ? retry : undefined,
    onUnshowable,
  };
}
