import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageConfig } from '../api/page-config.ts';
import { sectionsFor } from '../routes/settings/sections.ts';
import { session } from '../state/session.ts';
import { HOME_ADDRESS, redirectTarget } from './redirect-target.ts';
import { ensureSession } from './session-start.ts';

/** Lets logged-in users pass. Redirects others to the login page, which returns here. */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<null> {
  await ensureSession();
  if (session.getState().user) return null;
  const wanted = addressOf(request);
  const query = wanted === HOME_ADDRESS ? '' : `?redirect=${encodeURIComponent(wanted)}`;
  throw redirect(`/login${query}`);
}

/** Restores the session for pages that are open to everyone. Without a connection, the remembered user counts as logged in. */
export async function restoreSession(): Promise<null> {
  await ensureSession().catch(() => {});
  return null;
}

/** Redirects logged-in users from the login page to the requested address. */
export async function skipLoginWhenLoggedIn({ request }: LoaderFunctionArgs): Promise<null> {
  await ensureSession();
  if (!session.getState().user) return null;
  throw redirect(redirectTarget(new URL(request.url).searchParams.get('redirect')));
}

/** Redirects `/settings` to the first section that the user may open. */
export async function toFirstSection(): Promise<Response | null> {
  await ensureSession();
  const { user } = session.getState();
  // The parent route redirects visitors who are not logged in.
  return user ? redirect(sectionsFor(user)[0]?.address ?? '/403') : null;
}

/** Lets only administrators pass. The parent route redirects visitors who are not logged in. */
export async function requireAdmin(): Promise<null> {
  await ensureSession();
  const { user } = session.getState();
  if (user && !user.perm.admin) throw redirect('/403');
  return null;
}

/** Treats an unknown address as the path of a file. */
export function toFiles({ request }: LoaderFunctionArgs): Response {
  return redirect(`/files${addressOf(request)}`);
}

/** Returns the address below the base path, without decoding it. */
function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const base = pageConfig().BaseURL;
  const inside = base !== '' && pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  return `${inside === '' ? '/' : inside}${search}`;
}
