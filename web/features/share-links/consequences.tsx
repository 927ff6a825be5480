import type { Entry } from '#contract/files.ts';
import { formatExactDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import { endOfShare } from '../../state/share-end.ts';
import { Warning } from '../../ui/warning.tsx';
import styles from './share-form.module.css';
import { expireOf, type ShareDraft } from './wanted-share.ts';

/** Describes what a new share gives access to. */
export function Consequences({ item, draft }: { item: Entry; draft: ShareDraft }) {
  const { t } = useTranslation();
  const gives = useGives();
  const isProtected = draft.password.trim() !== '';
  return (
    <div className={styles.consequences}>
      <p aria-live="polite">
        {gives(item, draft)}
        {isProtected && ` ${t('shares.passwordAsked')}`}
      </p>
      {item.path === '' && <Warning>{t('shares.wholeHome')}</Warning>}
    </div>
  );
}

function useGives(): (item: Entry, draft: ShareDraft) => string {
  const { t, locale } = useTranslation();
  return (item, draft) => {
    const end = endOfShare(expireOf(draft));
    const what = item.path === '' ? 'home' : item.isDir ? 'folder' : 'file';
    const name = spelled(item.name);
    if (!end) return t(`shares.gives.${what}Forever`, { name });
    return t(`shares.gives.${what}`, { name, end: formatExactDate(end, locale) });
  };
}
