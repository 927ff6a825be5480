import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { readBytes } from '../../api/texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { useFormats } from '../../state/use-formats.ts';
import { showFailure, whatAndWhy } from '../../state/show-failure.ts';
import { Button } from '../../ui/button.tsx';
import styles from './editor.module.css';
import type { EditorSession } from './session/editor-session.ts';
import { type OpenedText, openText } from './session/opened-text.ts';
import { mayCreate, type Saving } from './use-saving.ts';

/** Notices above the text about decisions that can wait. */
export function Notices({
  text,
  saving,
  onDiscardDraft,
}: {
  text: EditorSession;
  saving: Saving;
  onDiscardDraft(): void;
}) {
  const { t } = useTranslation();
  const { exactDate } = useFormats();
  const { serverChange, draft, compared } = useStore(text.facts);
  if (compared) return null;
  return (
    <>
      {draft && !text.isReadOnly && (
        <Notice
          words={t('editor.draft.text', { date: exactDate(new Date(draft.savedAt).toISOString()) })}
        >
          <Button onClick={onDiscardDraft}>{t('editor.draft.discard')}</Button>
          <Button variant="primary" onClick={() => text.restore(draft)}>
            {t('editor.draft.restore')}
          </Button>
        </Notice>
      )}
      {serverChange === 'changed' && <ChangedNotice text={text} />}
      {serverChange === 'gone' && (
        <Notice words={t('editor.gone.notice')}>
          {mayCreate() && !text.isReadOnly && (
            <Button onClick={() => void saving.recreateFile()}>{t('editor.gone.create')}</Button>
          )}
        </Notice>
      )}
    </>
  );
}

function ChangedNotice({ text }: { text: EditorSession }) {
  const { t } = useTranslation();
  const withTheirs = async (action: (theirs: OpenedText) => void) => {
    try {
      const theirs = openText(await readBytes(text.path));
      if (theirs) action(theirs);
      else toasts.getState().show('error', t('editor.binaryTitle'));
    } catch (failure) {
      const what = t('editor.notRead', { name: text.path.slice(text.path.lastIndexOf('/') + 1) });
      showFailure(t, failure, whatAndWhy(t, what, failure));
    }
  };
  return (
    <Notice words={t('editor.changedByOther')}>
      <Button onClick={() => void withTheirs((theirs) => text.adoptServerText(theirs))}>
        {t('editor.conflict.reload')}
      </Button>
      <Button
        variant="primary"
        onClick={() => void withTheirs((theirs) => text.compareWith(theirs))}
      >
        {t('editor.conflict.compare')}
      </Button>
    </Notice>
  );
}

function Notice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      <p>{words}</p>
      <div className={styles.noticeButtons}>{children}</div>
    </div>
  );
}
