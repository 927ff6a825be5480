import type { Entry } from '#contract/files.ts';
import { Globe, Lock } from 'lucide-react';
import { formatExactDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import { endOfShare } from '../../state/share-end.ts';
import { Warning } from '../../ui/warning.tsx';
import styles from './share-form.module.css';
import { expireOf, type ShareDraft } from './wanted-share.ts';

/** Describes what a new share gives access to. Keeps its space while the form is invalid. */
export function Consequences({
  item,
  draft,
  isValid,
}: {
  item: Entry;
  draft: ShareDraft;
  isValid: boolean;
}) {
  const { t } = useTranslation();
  const accessText = useAccessText();
  const isProtected = draft.password.trim() !== '';
  const Icon = isProtected ? Lock : Globe;
  return (
    <div className={styles.consequences}>
      <div className={styles.access}>
        <span className={styles.mark}>
          <Icon size={18} aria-hidden />
        </span>
        <p aria-live="polite" data-valid={isValid}>
          {accessText(item, draft)}
          {isProtected && ` ${t('shares.passwordAsked')}`}
        </p>
      </div>
      {item.path === '' && <Warning>{t('shares.wholeHome')}</Warning>}
    </div>
  );
}

function useAccessText(): (item: Entry, draft: ShareDraft) => string {
  const { t, locale } = useTranslation();
  return (item, draft) => {
    const end = endOfShare(expireOf(draft));
    const what = item.path === '' ? 'home' : item.isDir ? 'folder' : 'file';
    const name = spelled(item.name);
    if (!end) return t(`shares.gives.${what}Forever`, { name });
    return t(`shares.gives.${what}`, { name, end: formatExactDate(end, locale) });
  };
}
