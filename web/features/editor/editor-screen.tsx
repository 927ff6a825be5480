import type { FileInfo } from '#contract/files.ts';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Transfers } from '../../actions/action.ts';
import { ActionButtons } from '../../actions/menu/action-buttons.tsx';
import { useBackToFolder } from '../../actions/use-back-to-folder.ts';
import { fileActionsFor } from '../../actions/file-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { appearanceOfEditorTheme } from '../../state/editor-themes.ts';
import { enterFullScreen } from '../../state/full-screen.ts';
import { useUser } from '../../state/use-session.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './editor.module.css';
import { OpenEditor } from './open-editor.tsx';
import { TextStateNotice } from './text-state-notice.tsx';
import { useOpenedText } from './use-opened-text.ts';

/** Full-window editor of a file. */
export function EditorScreen({ file, transfers }: { file: FileInfo; transfers: Transfers }) {
  useLayoutEffect(enterFullScreen, []);
  const visible = useVisiblePart();
  const { state, retry } = useOpenedText(file);
  const back = useBackToFolder();
  const look = appearanceOfEditorTheme(useUser()?.aceEditorTheme ?? '');
  const leave = () => back(file);
  return (
    <div className={styles.screen} style={visible} data-theme={look} data-retry-area>
      {state.status === 'open' ? (
        <OpenEditor
          key={state.session.id}
          text={state.session}
          file={file}
          transfers={transfers}
          onLeave={leave}
        />
      ) : (
        <>
          <PlainBar file={file} transfers={transfers} onLeave={leave} />
          <TextStateNotice state={state} file={file} onRetry={retry} />
        </>
      )}
    </div>
  );
}

/** Number of buttons on phones: download and menu. */
const ROOM = 2;

/** Toolbar while no text is loaded. */
function PlainBar({
  file,
  transfers,
  onLeave,
}: {
  file: FileInfo;
  transfers: Transfers;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const { actions, context } = fileActionsFor(file, transfers);
  return (
    <div className={styles.bar}>
      <IconButton label={t('common.close')} icon={X} shortcut="Esc" onClick={onLeave} />
      <p className={styles.name}>
        <EntryName name={file.name} />
      </p>
      <div className={styles.tools} role="toolbar" aria-label={t('listing.actions')}>
        <ActionButtons actions={actions} room={ROOM} context={context} />
      </div>
    </div>
  );
}

/** Visible part of the page, in pixels of the window. */
interface Visible {
  readonly blockSize: number;
  readonly insetBlockStart: number;
}

/**
 * Returns the part of the window that a virtual keyboard leaves visible, so that the cursor stays in view. Undefined
 * in browsers that do not report it.
 */
function useVisiblePart(): Visible | undefined {
  const [visible, setVisible] = useState<Visible>();
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const fit = () => {
      // Zooming in enlarges the page; the layout stays.
      if (viewport.scale !== 1) return;
      setVisible({ blockSize: viewport.height, insetBlockStart: viewport.offsetTop });
    };
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
    };
  }, []);
  return visible;
}
