import { Profile } from '../../features/profile/profile.tsx';

/** `/settings/profile`: what users decide about themselves. */
export function ProfileRoute() {
  return <Profile />;
}
