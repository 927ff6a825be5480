import { GlobalSettings } from '../../features/admin-settings/global-settings.tsx';

/** `/settings/global`: what holds for everybody. */
export function GlobalRoute() {
  return <GlobalSettings />;
}
