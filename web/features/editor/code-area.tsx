import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import styles from './editor.module.css';

/** The place of a text in the page. It has the focus when it is first there. */
export function CodeArea({ view }: { view: EditorView }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(view.dom);
    view.requestMeasure();
    view.focus();
  }, [view]);
  return <div ref={place} className={styles.code} />;
}
