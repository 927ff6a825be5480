import { type ReactNode, useId } from 'react';
import styles from './field-group.module.css';

/** Group of fields with a heading and an explanation. */
export function FieldGroup({
  title,
  explanation,
  children,
}: {
  title: string;
  explanation?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {explanation !== undefined && <p className={styles.explanation}>{explanation}</p>}
      </div>
      {children}
    </section>
  );
}
