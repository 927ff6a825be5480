import { History, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { forgetSearches } from '../../state/forget-searches.ts';
import { recentSearches } from '../../state/search-memory.ts';
import { Button } from '../../ui/button.tsx';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import styles from './empty-query.module.css';

/** Suggested filters, in the syntax of File Browser 2. */
const KINDS = [
  { type: 'image', kind: 'image', label: 'search.images' },
  { type: 'music', kind: 'audio', label: 'search.music' },
  { type: 'video', kind: 'video', label: 'search.videos' },
  { type: 'pdf', kind: 'pdf', label: 'search.pdfs' },
] as const;

/** Shown before a query is typed: filters, recent searches and syntax help. */
export function EmptyQuery({ onUse }: { onUse(query: string): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <section>
        <h3 className={styles.heading}>{t('search.kinds')}</h3>
        <div className={styles.kinds}>
          {KINDS.map(({ type, kind, label }) => (
            <button
              key={type}
              type="button"
              className={styles.kind}
              onClick={() => onUse(`type:${type} `)}
            >
              <KindGlyph kind={kind} />
              {t(label)}
            </button>
          ))}
        </div>
      </section>
      <Recent onUse={onUse} />
      <section>
        <h3 className={styles.heading}>{t('search.hints')}</h3>
        <ul className={styles.hints}>
          <Hint example="annual report" text={t('search.hintWords')} />
          <Hint example='"annual report"' text={t('search.hintPhrase')} />
          <Hint example="type:docx" text={t('search.hintType')} />
          <Hint example="case:sensitive PIC" text={t('search.hintCase')} />
        </ul>
      </section>
    </div>
  );
}

function Hint({ example, text }: { example: string; text: string }) {
  return (
    <li className={styles.hint}>
      <code className={styles.example} dir="ltr">
        {example}
      </code>
      <span>{text}</span>
    </li>
  );
}

function Recent({ onUse }: { onUse(query: string): void }) {
  const { t } = useTranslation();
  const [queries, setQueries] = useState(recentSearches);
  if (queries.length === 0) return null;
  const clear = () => {
    forgetSearches();
    setQueries([]);
  };
  return (
    <section>
      <div className={styles.headingRow}>
        <h3 className={styles.heading}>{t('search.recent')}</h3>
        <Button variant="quiet" onClick={clear}>
          <X size={16} strokeWidth={1.75} aria-hidden />
          {t('search.clearRecent')}
        </Button>
      </div>
      <ul>
        {queries.map((query) => (
          <li key={query}>
            <button type="button" className={styles.recent} onClick={() => onUse(query)}>
              <History size={18} strokeWidth={1.75} aria-hidden />
              <bdi>{query}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
