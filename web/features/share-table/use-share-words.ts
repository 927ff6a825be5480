import type { Share } from '#contract/shares.ts';
import { capitalized, formatDate, formatRelativeDate } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { endOfShare } from '../../state/share-end.ts';
import { timeLeft } from '../../state/shares/time-left.ts';
import { useFormats } from '../../state/use-formats.ts';

/** Formatted texts of a share. */
export interface ShareWords {
  /** Time left or day of expiry, for a column with the name of the fact. */
  readonly expiry: string;
  /** The same as a sentence, for a card. */
  readonly expirySentence: string;
  /** Exact expiry time; '' without one. */
  readonly exactExpiry: string;
  /** Visits and downloads, or that there were none. */
  readonly uses: readonly string[];
  /** Time of the last use; '' for an unused share. */
  readonly lastUse: string;
  /** Exact time of the last use; '' for an unused share. */
  readonly exactLastUse: string;
}

/** Returns a function that formats the texts of a share. `now` is in Unix seconds. */
export function useShareWords(now: number): (share: Share) => ShareWords {
  const { t } = useTranslation();
  const locale = useLocale();
  const formats = useFormats();
  return (share) => ({
    expiry: expiryOf(share),
    expirySentence: expirySentenceOf(share),
    exactExpiry: exactExpiryOf(share),
    uses: usesOf(share),
    lastUse: share.lastUsed === undefined ? '' : formats.dateAlone(share.lastUsed),
    exactLastUse: share.lastUsed === undefined ? '' : formats.exactDate(share.lastUsed),
  });

  function expiryOf(share: Share): string {
    const left = timeLeft(share, now);
    const end = endOfShare(share.expire);
    if (left !== 'ahead') return t(EXPIRY[left]);
    return end ? capitalized(formatDate(end, locale, new Date(now * 1_000)), locale) : '';
  }

  function expirySentenceOf(share: Share): string {
    const left = timeLeft(share, now);
    if (left === 'permanent') return t('shares.permanent');
    if (left === 'ended') return t('shares.ended');
    const end = endOfShare(share.expire);
    const relative = end ? formatRelativeDate(end, locale, new Date(now * 1_000)) : '';
    return t('shares.ends', { left: left === 'almost-over' ? t(EXPIRY[left]) : relative });
  }

  function exactExpiryOf({ expire }: Share): string {
    const end = endOfShare(expire);
    return end ? formats.exactDate(end.toISOString()) : '';
  }

  function usesOf({ opened, downloaded, lastUsed }: Share): string[] {
    if (lastUsed === undefined) return [t('shares.neverUsed')];
    const uses = [];
    if (opened > 0) uses.push(t('shares.opened', { count: opened }));
    if (downloaded > 0) uses.push(t('shares.downloaded', { count: downloaded }));
    return uses;
  }
}

const EXPIRY = {
  permanent: 'shares.permanent',
  'almost-over': 'settings.shares.almostOver',
  ended: 'shares.ended',
} as const;
