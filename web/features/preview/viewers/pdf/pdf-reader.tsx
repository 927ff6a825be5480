import { rawUrl } from '#contract/files.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { callAddress } from '../../../../api/http.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { Waiting } from '../../waiting.tsx';
import { DocumentFailure } from '../document/document-failure.tsx';
import type { ViewerProps } from '../viewer.ts';
import { openPdf, type PdfOpening } from './open-pdf.ts';
import type { PageSize, Room } from './page-layout.ts';
import { PdfSheets } from './pdf-sheets.tsx';
import styles from './pdf.module.css';

/** PDF rendered by pdf.js. */
export function PdfReader({ file, onUnshowable }: Pick<ViewerProps, 'file' | 'onUnshowable'>) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState<PdfOpening>({ status: 'loading' });
  useEffect(() => openPdf(file.path, setOpening), [file.path, attempt]);
  const isBroken = opening.status === 'broken';
  useEffect(() => {
    if (isBroken) onUnshowable(t('preview.brokenPdf'));
  }, [isBroken, onUnshowable, t]);

  switch (opening.status) {
    case 'loading':
    case 'broken':
      return <Waiting />;
    case 'locked':
      return <PasswordForm wasWrong={opening.wasWrong} onPassword={opening.unlock} />;
    case 'open':
      return (
        <PdfPages
          pdf={opening.pdf}
          address={callAddress(rawUrl(file.path, { inline: true }))}
          label={t('preview.contentsOf', { name: file.name })}
        />
      );
    case 'failed':
      return (
        <DocumentFailure
          failure={opening.failure}
          onRetry={() => {
            setOpening({ status: 'loading' });
            setAttempt(attempt + 1);
          }}
        />
      );
  }
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form className={styles.password} onSubmit={submit}>
      <p>{t('preview.pdfPasswordNeeded')}</p>
      <TextField
        label={t('preview.pdfPassword')}
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        error={wasWrong ? t('preview.pdfPasswordWrong') : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" variant="primary">
        {t('preview.pdfOpen')}
      </Button>
    </form>
  );
}

/** Virtualized pages. */
function PdfPages({
  pdf,
  address,
  label,
}: {
  pdf: PDFDocumentProxy;
  address: string;
  label: string;
}) {
  const room = useRef<HTMLDivElement>(null);
  const size = useRoom(room);
  const { first, sizes, learn } = usePageSizes(pdf);
  return (
    <div ref={room} className={styles.room}>
      {first && size.width > 0 ? (
        <PdfSheets {...{ pdf, address, label, first, sizes }} room={size} onSize={learn} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

/** Returns the inner size of an element; zero before it is mounted. */
function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
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
