import { headAndTail, nameParts } from './name-parts.ts';
import styles from './entry-name.module.css';

/** A name exactly as it is, in its own direction, its end in view when there is too little room. */
export function EntryName({ name }: { name: string }) {
  const [head, tail] = headAndTail(name);
  return (
    <bdi className={styles.name} dir="auto" title={shownName(name)}>
      <span className={styles.head}>
        <Parts text={head} />
      </span>
      {tail !== '' && (
        <span className={styles.tail}>
          <Parts text={tail} />
        </span>
      )}
    </bdi>
  );
}

function Parts({ text }: { text: string }) {
  return nameParts(text).map((part, place) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <span key={place} className={styles.sign}>
        {part.text}
      </span>
    ),
  );
}

/** As plain text, for a tooltip. */
function shownName(name: string): string {
  return nameParts(name)
    .map(({ kind, text }) => (kind === 'sign' && text.length > 1 ? `[${text}]` : text))
    .join('');
}
