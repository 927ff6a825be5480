import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import type { OpenedText } from '../session/opened-text.ts';
import type { Saving } from '../use-saving.ts';
import { type Compared, compareBeside, compareInOne } from './compare-views.ts';
import styles from './comparison.module.css';

/** Compares the text of the server with the editable text of the user. */
export function Comparison({
  text,
  theirs,
  saving,
}: {
  text: EditorSession;
  theirs: OpenedText;
  saving: Saving;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef<Compared>(undefined);
  // Keeps accepted changes when the layout changes, such as after turning a phone.
  const mine = useRef(text.view.state.doc);
  useEffect(() => {
    if (!container.current) return undefined;
    const compare = isNarrow ? compareInOne : compareBeside;
    const compared = compare(container.current, { t, theirs, mine: mine.current });
    shown.current = compared;
    return () => {
      mine.current = compared.mine();
      compared.destroy();
    };
  }, [t, theirs, isNarrow]);

  const back = () => {
    if (shown.current) text.replaceText(shown.current.mine());
    text.compareWith(undefined);
    text.view.focus();
  };
  const apply = () => {
    back();
    text.replaceVersion(theirs.version);
    text.setServerChange('none');
    void saving.save();
  };
  const takeTheirs = () => {
    text.adoptServerText(theirs);
    text.view.focus();
  };
  return (
    <div className={styles.comparison}>
      <div className={styles.bar}>
        {!isNarrow && <p>{t('editor.compare.theirs')}</p>}
        {!isNarrow && <p>{t('editor.compare.mine')}</p>}
      </div>
      <div ref={container} className={styles.texts} />
      <div className={styles.buttons}>
        <Button onClick={back}>{t('editor.compare.back')}</Button>
        <Button onClick={takeTheirs}>{t('editor.compare.takeTheirs')}</Button>
        <Button variant="primary" onClick={apply}>
          {t('editor.compare.apply')}
        </Button>
      </div>
    </div>
  );
}
