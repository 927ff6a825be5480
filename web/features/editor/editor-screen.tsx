import type { FileInfo } from '#contract/files.ts';
import { useLayoutEffect } from 'react';
import type { Transfers } from '../../actions/action.ts';
import { useBackToFolder } from '../../actions/use-back-to-folder.ts';
import { lookOfEditorTheme } from '../../state/editor-themes.ts';
import { enterFullScreen } from '../../state/full-screen.ts';
import { useUser } from '../../state/use-session.ts';
import styles from './editor.module.css';
import { OpenEditor } from './open-editor.tsx';
import { PlainBar } from './plain-bar.tsx';
import { TextStateNotice } from './text-state-notice.tsx';
import { useOpenedText } from './use-opened-text.ts';
import { useVisiblePart } from './use-visible-part.ts';

/** The text of one file, filling the window. */
export function EditorScreen({ file, transfers }: { file: FileInfo; transfers: Transfers }) {
  useLayoutEffect(enterFullScreen, []);
  const visible = useVisiblePart();
  const { state, retry } = useOpenedText(file);
  const back = useBackToFolder();
  const look = lookOfEditorTheme(useUser()?.aceEditorTheme ?? '');
  const leave = () => back(file);
  return (
    <div className={styles.screen} style={visible} data-theme={look}>
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
