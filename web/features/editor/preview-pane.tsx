import type { FileInfo } from '#contract/files.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { documentLocation } from '../../api/document-location.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './editor.module.css';
import type { EditorSession } from './session/editor-session.ts';

/** Interval at which the preview follows the text, in milliseconds. */
const SHOWN_AFTER_MS = 250;

/** Preview of a document that follows its text. */
export function PreviewPane({ text, file }: { text: EditorSession; file: FileInfo }) {
  const { t } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const source = useSource(text);
  const location = useMemo(() => documentLocation(file.path), [file.path]);
  useEffect(() => {
    const { scrollDOM } = text.view;
    const follow = () => {
      const room = scrollDOM.scrollHeight - scrollDOM.clientHeight;
      const beside = pane.current;
      if (!beside || room <= 0) return;
      const part = scrollDOM.scrollTop / room;
      beside.scrollTop = part * (beside.scrollHeight - beside.clientHeight);
    };
    scrollDOM.addEventListener('scroll', follow);
    return () => scrollDOM.removeEventListener('scroll', follow);
  }, [text]);
  return (
    <section
      ref={pane}
      className={styles.beside}
      // Reached by keys, so that it can be scrolled by them.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t('editor.beside')}
    >
      <Markdown source={source} location={location} label={file.name} />
    </section>
  );
}

function useSource(text: EditorSession): string {
  const [source, setSource] = useState(() => text.view.state.doc.toString());
  useEffect(() => {
    let shown = text.view.state.doc;
    const timer = window.setInterval(() => {
      const { doc } = text.view.state;
      if (doc === shown) return;
      shown = doc;
      setSource(doc.toString());
    }, SHOWN_AFTER_MS);
    return () => window.clearInterval(timer);
  }, [text]);
  return source;
}
