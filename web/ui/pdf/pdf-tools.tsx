import {
  ExternalLink,
  Maximize,
  Printer,
  RotateCw,
  ScanText,
  Search,
  TableOfContents,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SPACIOUS } from '../../lib/breakpoints.ts';
import { latinDigits } from '../../lib/latin-digits.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { IconButton } from '../icon-button.tsx';
import { MenuButton } from '../menu-button.tsx';
import type { MenuItem } from '../menu.tsx';
import { onEnter } from './on-enter.ts';
import { type Fit, nextZoom, ORIGINAL_SCALE } from './page-layout.ts';
import styles from './pdf.module.css';

/** Tool of the viewer that is a button where there is room, and a menu item otherwise. */
interface Tool extends MenuItem {
  readonly icon: NonNullable<MenuItem['icon']>;
}

interface PdfToolsProps {
  page: number;
  count: number;
  zoom: number;
  /** Pixels per page unit. */
  scale: number;
  fit: Fit;
  onPage(page: number): void;
  onZoom(zoom: number): void;
  onFit(fit: Fit): void;
  onTurn(): void;
  onFind(): void;
  onPrint(): void;
  /** Switch of the table of contents; undefined for a document without one. */
  outline: { readonly isShown: boolean; toggle(): void } | undefined;
  /** Address that opens in a new tab; undefined if that is not offered. */
  address: string | undefined;
}

/** Toolbar of a document: page, zoom, and what is used less often in a menu. Search and table of contents are beside it where there is room. */
export function PdfTools(props: PdfToolsProps) {
  const { page, count, zoom, scale, onPage, onZoom } = props;
  const { t, locale } = useTranslation();
  const smaller = nextZoom(zoom, 'out');
  const larger = nextZoom(zoom, 'in');
  const hasRoom = useMediaQuery(SPACIOUS);
  const { direct, further } = useTools(props);
  return (
    <>
      <PageField page={page} count={count} onPage={onPage} />
      {hasRoom && <span className={styles.separator} aria-hidden />}
      <IconButton
        label={t('pdf.zoomOut')}
        icon={ZoomOut}
        shortcut="-"
        disabled={smaller === zoom}
        onClick={() => onZoom(smaller)}
      />
      <output className={styles.percent}>
        {formatPercent((100 * scale) / ORIGINAL_SCALE, locale)}
      </output>
      <IconButton
        label={t('pdf.zoomIn')}
        icon={ZoomIn}
        shortcut="+"
        disabled={larger === zoom}
        onClick={() => onZoom(larger)}
      />
      {hasRoom && <span className={styles.separator} aria-hidden />}
      {hasRoom &&
        direct.map(({ id, label, icon, shortcut, isOn, run }) => (
          <IconButton
            key={id}
            label={label}
            icon={icon}
            shortcut={shortcut}
            {...(isOn !== undefined && { 'aria-pressed': isOn })}
            onClick={run}
          />
        ))}
      <MenuButton
        label={t('pdf.documentTools')}
        items={() => (hasRoom ? further : [...direct, ...further])}
      />
    </>
  );
}

function useTools({ fit, onFit, onTurn, onFind, onPrint, outline, address }: PdfToolsProps) {
  const { t } = useTranslation();
  const fits: Tool =
    fit === 'width'
      ? { id: 'fit', label: t('pdf.fitPage'), icon: ScanText, run: () => onFit('page') }
      : { id: 'fit', label: t('pdf.fitWidth'), icon: Maximize, run: () => onFit('width') };
  const find: Tool = {
    id: 'find',
    label: t('pdf.find'),
    icon: Search,
    shortcut: 'Ctrl+F',
    run: onFind,
  };
  const further: Tool[] = [
    fits,
    { id: 'turn', label: t('pdf.rotate'), icon: RotateCw, shortcut: 'R', run: onTurn },
    { id: 'print', label: t('pdf.print'), icon: Printer, shortcut: 'Ctrl+P', run: onPrint },
  ];
  if (address !== undefined) {
    further.push({
      id: 'open',
      label: t('pdf.openNewTab'),
      icon: ExternalLink,
      run: () => window.open(address, '_blank', 'noopener'),
    });
  }
  if (outline === undefined) return { direct: [find], further };
  const { isShown, toggle } = outline;
  const contents: Tool = {
    id: 'outline',
    label: t('pdf.outline'),
    icon: TableOfContents,
    isOn: isShown,
    run: toggle,
  };
  return { direct: [contents, find], further };
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
  const go = () => {
    const wanted = typed === undefined ? page : Number(latinDigits(typed));
    if (Number.isInteger(wanted)) onPage(Math.min(count, Math.max(1, wanted)));
    setTyped(undefined);
  };
  return (
    <div className={styles.position}>
      <input
        className={styles.number}
        aria-label={t('pdf.pageOf', { page, count })}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        style={{ inlineSize: `${String(count).length}ch` }}
        value={typed ?? page}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onEnter(go)}
        onBlur={() => setTyped(undefined)}
      />
      <span aria-hidden>/ {count}</span>
    </div>
  );
}
