import { Outlet } from 'react-router';
import { useUser } from '../state/use-session.ts';
import { PlainPage } from './error-screen.tsx';
import { Shell } from './shell/shell.tsx';

/** Frame around error pages with an address of their own: that of all pages for a logged-in user, a plain one for visitors. */
export function ErrorFrame() {
  if (useUser()) return <Shell />;
  return (
    <PlainPage>
      <Outlet />
    </PlainPage>
  );
}
