import { Link } from 'react-router';
import { logoUrl, productName } from '../../api/page-config.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { HOME_ADDRESS } from '../redirect-target.ts';
import styles from './brand.module.css';

/** Logo and name, leading home. */
export function Brand() {
  // Either may be another one now.
  usePageConfig();
  return (
    <Link className={styles.brand} to={HOME_ADDRESS} data-part="brand">
      <img src={logoUrl()} alt="" width={28} height={28} />
      <span className={styles.name}>{productName()}</span>
    </Link>
  );
}
