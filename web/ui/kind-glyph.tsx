import type { ReactNode } from 'react';
import styles from './kind-glyph.module.css';
import type { Kind } from './kind-of.ts';

/** Icons on a 24 px grid. Every kind has its own shape and hue. */
const DRAWINGS: Readonly<Record<Kind, ReactNode>> = {
  folder: (
    <>
      <path
        className={styles.back}
        d="M2.5 6.6c0-1 .8-1.8 1.8-1.8h4.1c.5 0 1 .2 1.3.6l1.3 1.4h8.7c1 0 1.8.8 1.8 1.8v3h-19z"
      />
      <path
        className={styles.solid}
        d="M2.5 9.8h19v7.6c0 1-.8 1.8-1.8 1.8H4.3c-1 0-1.8-.8-1.8-1.8z"
      />
    </>
  ),
  image: (
    <>
      <rect className={styles.tint} x="2.8" y="4.3" width="18.4" height="15.4" rx="2.4" />
      <path className={styles.solid} d="m4.6 17.4 4.5-5.6 3.1 3.6 3-4.4 4.3 6.4z" />
      <circle className={styles.solid} cx="8" cy="8.6" r="1.6" />
    </>
  ),
  video: (
    <>
      <rect className={styles.tint} x="2.8" y="4.8" width="18.4" height="14.4" rx="2.4" />
      <path
        className={styles.solid}
        d="M9.8 8.4v7.2a.5.5 0 0 0 .8.4l5.4-3.6a.5.5 0 0 0 0-.8l-5.4-3.6a.5.5 0 0 0-.8.4z"
      />
      <path
        className={styles.line}
        d="M5.6 7.6v.01M5.6 12v.01M5.6 16.4v.01M18.4 7.6v.01M18.4 12v.01M18.4 16.4v.01"
      />
    </>
  ),
  audio: (
    <>
      <path className={styles.line} d="M9 17.2V6.4l9.6-2.1v10.8" />
      <path className={styles.solid} d="m9 6.1 9.6-2.1v3.4L9 9.5z" />
      <ellipse className={styles.solid} cx="6.6" cy="17.3" rx="3.1" ry="2.6" />
      <ellipse className={styles.solid} cx="16.2" cy="15.2" rx="3.1" ry="2.6" />
    </>
  ),
  pdf: (
    <>
      <rect className={styles.solid} x="2.6" y="3.6" width="18.8" height="16.8" rx="3" />
      <path
        className={styles.letters}
        d="M4.9 15.6v-7h1.6a2.15 2.15 0 0 1 0 4.3H4.9M10.2 8.6v7h1.1a3.5 3.5 0 0 0 0-7zM16.5 15.6v-7h2.7M16.5 12.2h2.2"
      />
    </>
  ),
  document: (
    <>
      <path
        className={styles.solid}
        d="M4.6 4.6c0-1 .8-1.8 1.8-1.8h7.8l5.2 5.2v11.4c0 1-.8 1.8-1.8 1.8H6.4c-1 0-1.8-.8-1.8-1.8z"
      />
      <path className={styles.cut} d="M8.2 10.6h7.6M8.2 13.8h7.6M8.2 17h4.6" />
    </>
  ),
  slides: (
    <>
      <rect className={styles.solid} x="2.6" y="3.8" width="18.8" height="13" rx="2.2" />
      <path className={styles.line} d="M12 16.8v3.4M8.4 20.4h7.2" />
      <path className={styles.cut} d="M8 13.4v-2.6M12 13.4V7.4M16 13.4V9.6" />
    </>
  ),
  text: (
    <>
      <path
        className={styles.tint}
        d="M4.6 4.6c0-1 .8-1.8 1.8-1.8h7.8l5.2 5.2v11.4c0 1-.8 1.8-1.8 1.8H6.4c-1 0-1.8-.8-1.8-1.8z"
      />
      <path className={styles.line} d="M8.2 9h3.4M8.2 12.9h7.6M8.2 16.8h5.2" />
    </>
  ),
  markdown: (
    <>
      <rect className={styles.tint} x="2.2" y="4.8" width="19.6" height="14.4" rx="2.8" />
      <path
        className={styles.line}
        d="M5.6 15.4V8.8l2.9 3.4 2.9-3.4v6.6M16.6 8.8v6.2M14.4 13l2.2 2.4 2.2-2.4"
      />
    </>
  ),
  code: (
    <>
      <rect className={styles.tint} x="2.8" y="3.8" width="18.4" height="16.4" rx="3.4" />
      <path className={styles.line} d="m8.8 8.8-3 3.2 3 3.2M15.2 8.8l3 3.2-3 3.2M13 7.6l-2 8.8" />
    </>
  ),
  archive: (
    <>
      <path className={styles.tint} d="M4 8.6h16v9.8c0 1-.8 1.8-1.8 1.8H5.8c-1 0-1.8-.8-1.8-1.8z" />
      <rect className={styles.solid} x="2.8" y="4" width="18.4" height="4.9" rx="1.4" />
      <path className={styles.line} d="M9.8 12.8h4.4" />
    </>
  ),
  sheet: (
    <>
      <rect className={styles.tint} x="3.2" y="3.8" width="17.6" height="16.4" rx="2.2" />
      <path
        className={styles.solid}
        d="M3.2 6c0-1.2 1-2.2 2.2-2.2h13.2c1.2 0 2.2 1 2.2 2.2v2.6H3.2z"
      />
      <path className={styles.thin} d="M3.2 14.3h17.6M9.4 8.6v11.6" />
    </>
  ),
  disk: (
    <>
      <circle className={styles.tint} cx="12" cy="12" r="9.2" />
      <circle className={styles.solid} cx="12" cy="12" r="3.6" />
      <circle className={styles.hole} cx="12" cy="12" r="1.3" />
      <path className={styles.thin} d="M12 5.6A6.4 6.4 0 0 1 18.4 12" />
    </>
  ),
  program: (
    <>
      <rect className={styles.tint} x="2.8" y="3.8" width="18.4" height="16.4" rx="2.6" />
      <path
        className={styles.solid}
        d="M2.8 6.4c0-1.4 1.2-2.6 2.6-2.6h13.2c1.4 0 2.6 1.2 2.6 2.6v2H2.8z"
      />
      <circle className={styles.thin} cx="12" cy="14.3" r="2" />
      <path
        className={styles.thin}
        d="M12 10.7v1.6M12 16.3v1.6M8.9 12.5l1.4.8M13.7 15.3l1.4.8M8.9 16.1l1.4-.8M13.7 13.3l1.4-.8"
      />
    </>
  ),
  font: (
    <>
      <path className={styles.line} d="m3.4 18.4 5-12.8h1l5 12.8M5.3 13.9h7.2" />
      <circle className={styles.line} cx="18" cy="15.6" r="2.7" />
      <path className={styles.line} d="M20.8 12.6v5.8" />
    </>
  ),
  broken: (
    <path
      className={styles.line}
      d="m9.6 14.4-3 3a3 3 0 0 1-4.2-4.2l2.8-2.8M14.4 9.6l3-3a3 3 0 0 1 4.2 4.2l-2.8 2.8M8 4v2.6M4 8h2.6M16 20v-2.6M20 16h-2.6"
    />
  ),
  unknown: (
    <>
      <path
        className={styles.tint}
        d="M4.6 4.6c0-1 .8-1.8 1.8-1.8h7.8l5.2 5.2v11.4c0 1-.8 1.8-1.8 1.8H6.4c-1 0-1.8-.8-1.8-1.8z"
      />
      <path className={styles.back} d="M14.2 2.8 19.4 8h-3.8c-.8 0-1.4-.6-1.4-1.4z" />
    </>
  ),
};

/** Icon of an entry by its kind. A badge marks symlinks. */
export function KindGlyph({
  kind,
  isSymlink = false,
  size = 24,
}: {
  kind: Kind;
  isSymlink?: boolean;
  size?: number;
}) {
  return (
    <svg
      className={styles.glyph}
      data-kind={kind}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
    >
      {DRAWINGS[kind]}
      {isSymlink && kind !== 'broken' && <SymlinkBadge />}
    </svg>
  );
}

/** Mark of a symlink at the corner of an icon. */
export function SymlinkBadge() {
  return (
    <g>
      <circle className={styles.badge} cx="6" cy="18" r="5.6" />
      <path className={styles.arrow} d="M3.9 20.1 8 16M4.9 15.8h3.2V19" />
    </g>
  );
}
