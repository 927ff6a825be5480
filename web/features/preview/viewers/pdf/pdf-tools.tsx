import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { nextZoom } from './page-layout.ts';
import styles from './pdf.module.css';

/** Page navigation and zoom of a document. */
export function PdfTools({
  page,
  count,
  zoom,
  onZoom,
}: {
  page: number;
  count: number;
  zoom: number;
  onZoom(zoom: number): void;
}) {
  const { t } = useTranslation();
  const smaller = nextZoom(zoom, 'out');
  const larger = nextZoom(zoom, 'in');
  return (
    <>
      <span className={styles.position}>{t('preview.pageOf', { page, count })}</span>
      <IconButton
        label={t('preview.zoomOut')}
        icon={ZoomOut}
        shortcut="-"
        disabled={smaller === zoom}
        onClick={() => onZoom(smaller)}
      />
      <IconButton
        label={t('preview.zoomIn')}
        icon={ZoomIn}
        shortcut="+"
        disabled={larger === zoom}
        onClick={() => onZoom(larger)}
      />
      <IconButton
        label={t('preview.fitWidth')}
        icon={Maximize}
        shortcut="0"
        disabled={zoom === 1}
        onClick={() => onZoom(1)}
      />
    </>
  );
}
