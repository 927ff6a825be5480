import { type ReactNode, useId } from 'react';
import styles from './field-group.module.css';

/** Group of fields with a heading and an explanation. */
export function FieldGroup({
  title,
  isTitleHidden = false,
  explanation,
  children,
}: {
  title: string;
  /** Shows the heading to screen readers only, where a tab above says the same. */
  isTitleHidden?: boolean;
  explanation?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head} data-hidden={isTitleHidden || undefined}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {explanation !== undefined && <p className={styles.explanation}>{explanation}</p>}
      </div>
      {children}
    </section>
  );
}
