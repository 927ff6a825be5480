import { Link } from 'react-router';
import { logoUrl, productName } from '../../api/page-config.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { HOME_ADDRESS } from '../redirect-target.ts';
import styles from './brand.module.css';

/** Logo and name with a link to the home folder. */
export function Brand() {
  // Updates when the settings change.
  usePageConfig();
  return (
    <Link className={styles.brand} to={HOME_ADDRESS} data-part="brand">
      <img src={logoUrl()} alt="" width={28} height={28} />
      <span className={styles.name}>{productName()}</span>
    </Link>
  );
}
