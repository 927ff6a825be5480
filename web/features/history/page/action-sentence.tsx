import { useTranslation } from '../../../i18n/use-translation.ts';
import { type DescribedOperation, sentenceOf } from '../../../state/history-text.ts';
import styles from './history-list.module.css';

// Characters for private use, which a sentence has nowhere else.
const START = '\uE001';
const END = '\uE002';
const MARKED_NAME = new RegExp(`${START}([^${END}]*)${END}`);

/** Sentence about an action, in which the names of the items stand out. */
export function ActionSentence({ operations }: { operations: readonly DescribedOperation[] }) {
  const { t } = useTranslation();
  const parts = sentenceOf(t, operations, marked).split(MARKED_NAME);
  return (
    <span className={styles.sentence}>
      {parts.map((text, index) =>
        // Words and names alternate.
        index % 2 === 0 ? text : <strong key={index}>{text}</strong>,
      )}
    </span>
  );
}

function marked(name: string): string {
  return START + name.replaceAll(/[\uE001\uE002]/g, '') + END;
}
