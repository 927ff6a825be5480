import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { TextField } from '../text-field.tsx';
import { onEnter } from './on-enter.ts';
import { openPdf, type PdfOpening } from './open-pdf.ts';
import type { PageSize, Viewport } from './page-layout.ts';
import { type PdfDocumentProps, PdfSheets } from './pdf-sheets.tsx';
import styles from './pdf.module.css';

interface PdfReaderProps extends PdfDocumentProps {
  /** Shown until the document can be displayed. */
  waiting: ReactNode;
  /** Reports that the file is damaged, or no PDF at all. */
  onBroken(): void;
  /** Reports that the bytes did not arrive. pdf.js hides the headers of the response, which state the reason. */
  onFailed(failure: unknown): void;
}

/**
 * Reader of PDFs, drawn by pdf.js in every browser alike: search, links, table of contents and printing. It fills its container and
 * puts its tools into the slot `preview-tools`.
 */
export function PdfReader(props: PdfReaderProps) {
  const { source, waiting, onBroken, onFailed } = props;
  const { address, headers } = source;
  const [opening, setOpening] = useState<PdfOpening>({ status: 'loading' });
  useEffect(() => {
    const tell = (next: PdfOpening) => {
      setOpening(next);
      if (next.status === 'broken') onBroken();
      if (next.status === 'failed') onFailed(next.failure);
    };
    return openPdf({ address, headers }, tell);
  }, [address, headers, onBroken, onFailed]);
  if (opening.status === 'locked') {
    return <PasswordForm wasWrong={opening.wasWrong} onPassword={opening.unlock} />;
  }
  return opening.status === 'open' ? <PdfPages pdf={opening.pdf} {...props} /> : waiting;
}

function PasswordForm({
  wasWrong,
  onPassword,
}: {
  wasWrong: boolean;
  onPassword(password: string): void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const open = () => onPassword(password);
  return (
    <div className={styles.password}>
      <p>{t('pdf.passwordNeeded')}</p>
      <TextField
        label={t('pdf.password')}
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        error={wasWrong ? t('pdf.passwordWrong') : undefined}
        onChange={({ target }) => setPassword(target.value)}
        onKeyDown={onEnter(open)}
      />
      <Button variant="primary" onClick={open}>
        {t('pdf.open')}
      </Button>
    </div>
  );
}

/** Virtualized pages. */
function PdfPages({ pdf, waiting, ...props }: PdfReaderProps & { pdf: PDFDocumentProxy }) {
  const room = useRef<HTMLDivElement>(null);
  const size = useRoom(room);
  const { first, sizes, learn } = usePageSizes(pdf);
  return (
    <div ref={room} className={styles.room}>
      {first && size.width > 0 ? (
        <PdfSheets {...props} {...{ pdf, first, sizes }} room={size} onSize={learn} />
      ) : (
        waiting
      )}
    </div>
  );
}

/** Returns the inner size of an element; zero before it is mounted. */
function useRoom(element: RefObject<HTMLElement | null>): Viewport {
  const [room, setRoom] = useState<Viewport>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: measured.clientWidth, height: measured.clientHeight }),
    );
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** Returns the page sizes that are known; others are assumed to be like the first. */
function usePageSizes(pdf: PDFDocumentProxy) {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const learn = useCallback((number: number, size: PageSize) => {
    setSizes((known) =>
      isSame(known.get(number), size) ? known : new Map([...known, [number, size]]),
    );
  }, []);
  useEffect(() => {
    let isWanted = true;
    const tell = async () => {
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (isWanted) learn(1, { width, height });
    };
    // Assumes A4 if the first page cannot be read.
    tell().catch(() => learn(1, { width: 595, height: 842 }));
    return () => {
      isWanted = false;
    };
  }, [pdf, learn]);
  const first = sizes.get(1);
  return { first, sizes, learn };
}

function isSame(one: PageSize | undefined, other: PageSize): boolean {
  return one?.width === other.width && one.height === other.height;
}
