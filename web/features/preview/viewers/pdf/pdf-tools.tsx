import { Maximize, RotateCw, ScanText, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { WIDE } from '../../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { type Fit, nextZoom } from './page-layout.ts';
import styles from './pdf.module.css';

/** Page navigation, zoom and rotation of a document. */
export function PdfTools({
  page,
  count,
  zoom,
  fit,
  onPage,
  onZoom,
  onFit,
  onTurn,
}: {
  page: number;
  count: number;
  zoom: number;
  fit: Fit;
  onPage(page: number): void;
  onZoom(zoom: number): void;
  onFit(fit: Fit): void;
  onTurn(): void;
}) {
  const { t } = useTranslation();
  const smaller = nextZoom(zoom, 'out');
  const larger = nextZoom(zoom, 'in');
  const hasRoom = useMediaQuery(WIDE);
  const other = fit === 'width' ? 'page' : 'width';
  return (
    <>
      <PageField page={page} count={count} onPage={onPage} />
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
      {/* On a phone, a page that fills the width is shown as a whole. */}
      {hasRoom && (
        <IconButton
          label={t(other === 'page' ? 'preview.fitPage' : 'preview.fitWidth')}
          icon={other === 'page' ? ScanText : Maximize}
          onClick={() => onFit(other)}
        />
      )}
      <IconButton label={t('preview.rotate')} shortcut="R" icon={RotateCw} onClick={onTurn} />
    </>
  );
}

/** Number of the page at the top. Enter goes to the typed page. */
function PageField({
  page,
  count,
  onPage,
}: {
  page: number;
  count: number;
  onPage(page: number): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  return (
    <form
      className={styles.position}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = Number(typed ?? page);
        if (Number.isInteger(wanted)) onPage(Math.min(count, Math.max(1, wanted)));
        setTyped(undefined);
      }}
    >
      <input
        className={styles.number}
        aria-label={t('preview.pageOf', { page, count })}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        style={{ inlineSize: `${String(count).length}ch` }}
        value={typed ?? page}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <span aria-hidden>/ {count}</span>
    </form>
  );
}
