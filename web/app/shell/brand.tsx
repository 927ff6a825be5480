import { Link } from 'react-router';
import { pageConfig, productName } from '../../api/page-config.ts';
import { HOME_ADDRESS } from '../redirect-target.ts';
import styles from './brand.module.css';

/** Logo and name, leading home. */
export function Brand() {
  return (
    <Link className={styles.brand} to={HOME_ADDRESS} data-part="brand">
      <img src={`${pageConfig().StaticURL}/img/logo.svg`} alt="" width={28} height={28} />
      <span className={styles.name}>{productName()}</span>
    </Link>
  );
}
