import type { Entry } from '#contract/files.ts';
import type { PublicFolder } from '#contract/shares.ts';
import type { RefObject } from 'react';
import { callAddress } from '../../../api/http.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NameText } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { pictureUrl } from '../addresses.ts';
import type { OpenShare } from '../open-share.ts';
import { useFormats } from '../use-formats.ts';
import { folderTotals } from './folder-totals.ts';
import styles from './folder-view.module.css';
import { hasPicture, isGallery } from './is-gallery.ts';

/** Name and known totals of the folder. */
export function FolderHead({
  share,
  title,
  folder,
}: {
  share: OpenShare;
  title: RefObject<HTMLHeadingElement | null>;
  folder: PublicFolder;
}) {
  const { t } = useTranslation();
  const cover = isGallery(folder.items) ? folder.items.find(hasPicture) : undefined;
  return (
    <header className={styles.head} data-cover={cover && ''}>
      {cover ? <Cover share={share} picture={cover} /> : <KindGlyph kind="folder" size={48} />}
      <div className={styles.words}>
        <h1 ref={title} tabIndex={-1} className={styles.name}>
          {folder.name === '' ? (
            t('folder.top')
          ) : (
            <bdi>
              <NameText text={folder.name} />
            </bdi>
          )}
        </h1>
        {folder.items.length > 0 && <Totals folder={folder} />}
      </div>
    </header>
  );
}

/** The first picture of the folder, behind its name. */
function Cover({ share, picture }: { share: OpenShare; picture: Entry }) {
  const size = picture.type === 'image' && pageConfig().ResizePreview ? 'big' : 'thumb';
  return (
    <img className={styles.cover} src={callAddress(pictureUrl(share, picture, size))} alt="" />
  );
}

function Totals({ folder: { items } }: { folder: PublicFolder }) {
  const { t } = useTranslation();
  const { size } = useFormats();
  const { folders, files, bytes } = folderTotals(items);
  const counts = [
    folders > 0 && t('folder.folderCount', { count: folders }),
    files > 0 && t('folder.fileCount', { count: files }),
  ].filter((text) => text !== false);
  return (
    <p className={styles.howMuch}>
      <span>{counts.join(', ')}</span>
      {files > 0 && (
        <span>
          {t(folders > 0 ? 'folder.sizeOfFiles' : 'folder.sizeOfAll', { size: size(bytes) })}
        </span>
      )}
    </p>
  );
}
