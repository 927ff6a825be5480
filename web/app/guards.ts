import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageConfig } from '../api/page-config.ts';
import { sectionsFor } from '../routes/settings/sections.ts';
import { session } from '../state/session.ts';
import { HOME_ADDRESS, redirectTarget } from './redirect-target.ts';
import { ensureSession } from './session-start.ts';

/** Lets signed-in users pass; sends others to the login page, which brings them back. */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<null> {
  await ensureSession();
  if (session.getState().user) return null;
  const wanted = addressOf(request);
  const query = wanted === HOME_ADDRESS ? '' : `?redirect=${encodeURIComponent(wanted)}`;
  throw redirect(`/login${query}`);
}

/** Whoever is signed in has no business on the login page and goes where they wanted to. */
export async function skipLoginWhenLoggedIn({ request }: LoaderFunctionArgs): Promise<null> {
  await ensureSession();
  if (!session.getState().user) return null;
  throw redirect(redirectTarget(new URL(request.url).searchParams.get('redirect')));
}

/** `/settings` alone means the first section; whoever has none has no business there. */
export async function toFirstSection(): Promise<Response | null> {
  await ensureSession();
  const { user } = session.getState();
  // Strangers are sent on by the frame around it.
  return user ? redirect(sectionsFor(user)[0]?.address ?? '/403') : null;
}

/** Only administrators have business here. Strangers are sent on by the frame around it. */
export async function requireAdmin(): Promise<null> {
  await ensureSession();
  const { user } = session.getState();
  if (user && !user.perm.admin) throw redirect('/403');
  return null;
}

/** An address that is nothing else names a file. */
export function toFiles({ request }: LoaderFunctionArgs): Response {
  return redirect(`/files${addressOf(request)}`);
}

/** The address within the base path, as raw as it was asked for. */
function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const base = pageConfig().BaseURL;
  const inside = base !== '' && pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  return `${inside === '' ? '/' : inside}${search}`;
}
