import { cutToFit, headAndTail, nameParts } from '../lib/name-parts.ts';
import styles from './entry-name.module.css';

/**
 * File name in its own direction. Its end stays visible when space is limited: always on one line, and on two lines if `room` is their
 * approximate width in letters. Without it, two lines are truncated at the end. With little room on one line, less of the end is shown.
 */
export function EntryName({
  name,
  lines = 1,
  room = Number.POSITIVE_INFINITY,
}: {
  name: string;
  lines?: 1 | 2;
  room?: number;
}) {
  if (lines === 2) {
    const [head, tail] = cutToFit(name, room);
    return (
      <bdi className={styles.twoLines} dir="auto" title={shownName(name)}>
        <NameText text={head} />
        <wbr />
        <NameText text={tail} />
      </bdi>
    );
  }
  const [head, tail] = headAndTail(name, room);
  return (
    <bdi className={styles.name} dir="auto" title={shownName(name)}>
      <span className={styles.head}>
        <NameText text={head} />
      </span>
      {tail !== '' && (
        <span className={styles.tail}>
          <NameText text={tail} />
        </span>
      )}
    </bdi>
  );
}

/** Text with symbols for invisible characters. */
export function NameText({ text }: { text: string }) {
  return nameParts(text).map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <span key={index} className={styles.sign}>
        {part.text}
      </span>
    ),
  );
}

/** Returns plain text for a tooltip. */
function shownName(name: string): string {
  return nameParts(name)
    .map(({ kind, text }) => (kind === 'sign' && text.length > 1 ? `[${text}]` : text))
    .join('');
}
