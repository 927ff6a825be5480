import type {
  PageViewport,
  PDFDocumentProxy,
  PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Destination, type PdfPosition, positionOf } from './destinations.ts';
import styles from './pdf.module.css';

/** Link on a page: to an address, which pdf.js has checked for its scheme, or to a position in the document. */
export interface PdfLink {
  readonly id: string;
  readonly to: string | PdfPosition;
  /** Sides of the link in percent of the page. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}

/** The parts of an annotation that links have. */
interface LinkAnnotation {
  readonly id: string;
  readonly subtype: string;
  readonly rect: number[];
  readonly url?: string;
  readonly dest?: Destination | null;
}

/** Returns the links of a page. Other actions, such as scripts, are left out. */
export async function linksOn(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<PdfLink[]> {
  const annotations: LinkAnnotation[] = await page.getAnnotations();
  const links = annotations.map(async ({ id, subtype, rect, url, dest }) => {
    if (subtype !== 'Link') return [];
    const to = url ?? (dest ? await positionOf(pdf, dest) : undefined);
    return to === undefined ? [] : [{ id, to, box: boxOf(rect, viewport) }];
  });
  return (await Promise.all(links)).flat();
}

function boxOf(rect: number[], viewport: PageViewport): PdfLink['box'] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(rect);
  const { width, height } = viewport;
  return {
    left: (100 * Math.min(x1, x2)) / width,
    top: (100 * Math.min(y1, y2)) / height,
    width: (100 * Math.abs(x2 - x1)) / width,
    height: (100 * Math.abs(y2 - y1)) / height,
  };
}

/** Links over the picture of a page. */
export function PdfLinks({
  links,
  onGo,
}: {
  links: readonly PdfLink[];
  onGo(position: PdfPosition): void;
}) {
  const { t } = useTranslation();
  return links.map(({ id, to, box: { left, top, width, height } }) => {
    // Pages are not mirrored in right-to-left languages.
    const style = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
    if (typeof to === 'string') {
      return (
        <a
          key={id}
          className={styles.link}
          style={style}
          href={to}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={to}
          title={to}
        />
      );
    }
    return (
      <button
        key={id}
        type="button"
        className={styles.link}
        style={style}
        aria-label={t('pdf.goToPage', { page: to.page })}
        onClick={() => onGo(to)}
      />
    );
  });
}
