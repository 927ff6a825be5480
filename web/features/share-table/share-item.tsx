import { previewUrl } from '#contract/previews.ts';
import type { Share } from '#contract/shares.ts';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { callAddress } from '../../api/http.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { spelled } from '../../lib/name-parts.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { hasThumbnail, useThumbnailsShown } from '../../state/use-thumbnails.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import { kindOfName } from '../../ui/kind-of.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './share-rows.module.css';
import { sharedItem } from './shared-item.ts';

/** Shared item. Users can open their own existing items. */
export function ShareItem({
  share,
  isOwn,
  owner,
}: {
  share: Share;
  isOwn: boolean;
  /** Owner, shown here if it has no column. */
  owner?: string | undefined;
}) {
  const { t } = useTranslation();
  const { name, folder } = sharedItem(t, share);
  const isGone = share.state === 'gone';
  const kind = share.isDir ? 'folder' : kindOfName(name);
  // The paths of other users are relative to their homes.
  const hasPicture = useThumbnailsShown() && isOwn && share.state === 'live' && hasThumbnail(kind);
  const thumbnail = hasPicture
    ? callAddress(previewUrl('thumb', share.path, share.hash))
    : undefined;
  return (
    <MaybeLink to={isOwn && !isGone ? filesAddress(share.path) : undefined}>
      <Thumbnail address={thumbnail} kind={kind} />
      <span className={styles.texts} data-gone={isGone || undefined}>
        <span className={styles.name}>
          <EntryName name={name} />
          {share.hasPassword && <PasswordMark />}
        </span>
        {(owner !== undefined || folder !== undefined) && (
          <span className={styles.small}>
            {owner !== undefined && (
              <>
                <bdi>{owner}</bdi>
                {folder !== undefined && ' · '}
              </>
            )}
            {folder !== undefined && <Folder path={folder} isOwn={isOwn} />}
          </span>
        )}
      </span>
    </MaybeLink>
  );
}

function Folder({ path, isOwn }: { path: string; isOwn: boolean }) {
  const { t } = useTranslation();
  if (path === '') return <bdi>{t(isOwn ? 'shell.myFiles' : 'shell.home')}</bdi>;
  return <bdi dir="ltr">{isolatePath(spelled(path))}</bdi>;
}

function PasswordMark() {
  const { t } = useTranslation();
  const label = t('shares.passwordNeeded');
  return (
    <span className={styles.mark} title={label}>
      <Lock size={14} strokeWidth={2} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

function MaybeLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return <span className={styles.item}>{children}</span>;
  return (
    <Link className={styles.item} to={to}>
      {children}
    </Link>
  );
}
