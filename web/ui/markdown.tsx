import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { ID_PREFIX } from '../lib/markdown/heading-id.ts';
import { markdownToHtml } from '../lib/markdown/markdown-to-html.ts';
import { type DocumentLocation, safeDocument } from '../lib/markdown/safe-document.ts';
import styles from './markdown.module.css';

export interface MarkdownProps {
  readonly source: string;
  /** Must stay the same object while the document is shown, because a new one renders it again. */
  readonly location: DocumentLocation;
  /** Accessible name of the document. */
  readonly label: string;
  /**
   * Called when a link to a file or folder (with a trailing slash) is followed. Without it, links open in a new tab.
   */
  readonly onFollow?: (path: string) => void;
}

/** Rendered Markdown, or its source if it is too complex. */
export function Markdown({ source, location, label, onFollow }: MarkdownProps) {
  const article = useRef<HTMLElement>(null);
  const [plain, setPlain] = useState<string>();

  useEffect(() => {
    const stop = new AbortController();
    markdownToHtml(source, stop.signal).then(
      (html) => {
        article.current?.replaceChildren(safeDocument(html, location));
        setPlain(undefined);
      },
      () => stop.signal.aborted || setPlain(source),
    );
    return () => stop.abort();
  }, [source, location]);

  if (plain === source) return <pre className={styles.plain}>{source}</pre>;
  return (
    // Handles clicks on the links inside, which can be focused and followed with the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={article}
      className={styles.document}
      dir="auto"
      aria-label={label}
      onClick={(event) => follow(event, onFollow)}
    />
  );
}

function follow(event: MouseEvent<HTMLElement>, onFollow: MarkdownProps['onFollow']): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { path, fragment } = link.dataset;
  if (fragment !== undefined) {
    event.preventDefault();
    scrollToFragment(event.currentTarget, fragment);
  } else if (path !== undefined && onFollow) {
    event.preventDefault();
    onFollow(path);
  } else if (path !== undefined) link.target = '_blank';
}

function scrollToFragment(document: HTMLElement, fragment: string): void {
  const id = CSS.escape(ID_PREFIX + fragment);
  const target = fragment === '' ? document : document.querySelector<HTMLElement>(`#${id}`);
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'start' });
}
