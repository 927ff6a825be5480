import type { FileInfo } from '#contract/files.ts';
import { Code, GalleryThumbnails, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { ActionContext, UserAction } from '../../actions/action.ts';
import { ActionButtons } from '../../actions/menu/action-buttons.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { hasSource, SOURCE_PARAMETER } from '../../state/file-screens.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlideshowButton } from '../../ui/slideshow-button.tsx';
import { SlotContainer } from '../../ui/slots.tsx';
import type { Neighbours } from './neighbours.ts';
import styles from './preview.module.css';
import type { FilmstripSwitch } from './use-filmstrip.ts';
import type { Slideshow } from '../../lib/pictures/use-slideshow.ts';

/** Number of buttons on narrow screens: download and menu. */
const ROOM_WHEN_NARROW = 2;

/** Toolbar of the preview: file name, tools of the viewer, and actions. */
export function PreviewBar({
  file,
  neighbours: { position, count },
  slideshow,
  filmstrip,
  actions,
  context,
  onLeave,
}: {
  file: FileInfo;
  neighbours: Neighbours;
  slideshow: Slideshow;
  filmstrip: FilmstripSwitch;
  actions: readonly UserAction[];
  context: ActionContext;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  return (
    <>
      <div className={styles.title} data-chrome>
        <IconButton label={t('common.close')} shortcut="Esc" icon={X} onClick={onLeave} />
        <p className={styles.name}>
          <EntryName name={file.name} />
          {position !== undefined && count > 1 && (
            <bdi className={styles.position}>{t('preview.position', { position, count })}</bdi>
          )}
        </p>
      </div>
      <div className={styles.tools} data-chrome>
        <SlotContainer name="preview-tools" className={styles.toolsOfViewer} />
      </div>
      <div className={styles.actions} data-chrome role="toolbar" aria-label={t('listing.actions')}>
        {filmstrip.isPossible && (
          <IconButton
            label={t('preview.filmstrip')}
            shortcut="T"
            icon={GalleryThumbnails}
            aria-pressed={filmstrip.isShown}
            onClick={filmstrip.toggle}
          />
        )}
        <SlideshowButton label={t('preview.slideshow')} slideshow={slideshow} />
        {hasSource(file) && <SourceButton path={file.path} />}
        <ActionButtons
          actions={actions}
          room={isNarrow ? ROOM_WHEN_NARROW : Number.POSITIVE_INFINITY}
          context={context}
          hasCounts={false}
        />
      </div>
    </>
  );
}

function SourceButton({ path }: { path: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  // The address changes within the same history entry, so going back still works.
  const show = () =>
    void navigate(`${filesAddress(path)}?${SOURCE_PARAMETER}`, { replace: true, state });
  return <IconButton label={t('preview.showSource')} icon={Code} onClick={show} />;
}
