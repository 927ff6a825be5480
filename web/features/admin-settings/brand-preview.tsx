import type { CSSProperties } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { brandProperties } from '../../ui/brand-colour.ts';
import styles from './brand-preview.module.css';

/** How name, logo and colour look in both themes. The logo is the one that is stored. */
export function BrandPreview({
  name,
  colour,
  logo,
}: {
  name: string;
  colour: string;
  logo: string;
}) {
  const { t } = useTranslation();
  // `initial` is the usual accent, also where this page has another one.
  const style: CSSProperties = brandProperties(colour, 'initial');
  return (
    <figure className={styles.preview} aria-label={t('global.preview')}>
      {(['light', 'dark'] as const).map((look) => (
        <div key={look} className={styles.look} data-theme={look} style={style}>
          <p className={styles.caption}>
            {t(look === 'light' ? 'global.previewLight' : 'global.previewDark')}
          </p>
          <p className={styles.brand}>
            <img src={logo} alt="" width={28} height={28} />
            <span className={styles.name}>{name}</span>
          </p>
          <p className={styles.row}>{t('global.previewSelected')}</p>
          <p className={styles.text}>{t('global.previewText')}</p>
          <p className={styles.button}>{t('global.previewButton')}</p>
        </div>
      ))}
    </figure>
  );
}
