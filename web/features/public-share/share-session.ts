import type { PublicResource } from '#contract/shares.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../api/http.ts';
import { type Admission, fetchShared } from '../../api/public-shares.ts';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import type { ShareLocation } from './share-address.ts';
import { obstacleOf, type Obstacle, refusalOf } from './obstacle.ts';

/** State of a visitor's share session. */
export interface ShareSessionState {
  readonly location: ShareLocation;
  /** Stays while another location or a password is requested. */
  readonly shown: Shown | undefined;
  readonly obstacle: Obstacle | undefined;
  readonly isLoading: boolean;
  /** Replaces the password in addresses; undefined without one. */
  readonly token: string | undefined;
}

export interface Shown {
  readonly location: ShareLocation;
  readonly resource: PublicResource;
}

/** Navigation of a visitor within a share. `follow-address.ts` connects it to the address bar. */
export interface ShareSession {
  readonly store: StoreApi<ShareSessionState>;
  /** Opens a location, or reloads the current one. */
  open(location: ShareLocation): Promise<void>;
  /** Reloads the current location, also after a rejected download or preview, to show the reason. */
  reload(): Promise<void>;
  /** Submits a password. */
  tryPassword(password: string): Promise<void>;
}

/** Creates a session with the remembered token of the share. Requests nothing until it is told to open or reload. */
export function startShareSession(first: ShareLocation): ShareSession {
  const store = createStore<ShareSessionState>(() => ({
    location: first,
    shown: undefined,
    obstacle: undefined,
    isLoading: true,
    token: rememberedToken(first.hash),
  }));
  let latest = new AbortController();

  /** Requests a location and shows it. Rejects with an AbortError when a newer request replaces it. */
  const ask = async (location: ShareLocation, admission: Admission): Promise<void> => {
    latest.abort();
    latest = new AbortController();
    const { signal } = latest;
    const resource = await fetchShared(location, admission, signal);
    signal.throwIfAborted();
    rememberToken(location.hash, resource.token);
    store.setState({
      shown: { location, resource },
      obstacle: undefined,
      isLoading: false,
      token: resource.token,
    });
  };

  const showObstacle = (failure: unknown) => {
    if (isAbort(failure)) return;
    const { location, token, obstacle } = store.getState();
    if (!isUnauthorized(failure)) {
      store.setState({ obstacle: obstacleOf(failure), isLoading: false });
      return;
    }
    rememberToken(location.hash, undefined);
    const again = token !== undefined || isAskedAgain(obstacle);
    store.setState({
      obstacle: { kind: 'password', again, refusal: undefined },
      isLoading: false,
      token: undefined,
    });
  };

  const open = async (location: ShareLocation): Promise<void> => {
    const { token } = store.getState();
    store.setState({ location, isLoading: true });
    await ask(location, { token }).catch(showObstacle);
  };

  const tryPassword = async (password: string): Promise<void> => {
    const { location, obstacle } = store.getState();
    const again = isAskedAgain(obstacle);
    await ask(location, { password }).catch((failure: unknown) => {
      if (isAbort(failure)) return;
      const refusal = refusalOf(failure);
      if (refusal === undefined) showObstacle(failure);
      else store.setState({ obstacle: { kind: 'password', again, refusal } });
    });
  };

  const reload = () => open(store.getState().location);
  return { store, open, reload, tryPassword };
}

function isAskedAgain(obstacle: Obstacle | undefined): boolean {
  return obstacle?.kind === 'password' && obstacle.again;
}

function isUnauthorized(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 401;
}

function isAbort(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError';
}

/**
 * Storage key of the token of a password-protected share. It survives reloads in this tab, because phones drop pages
 * in the background. Without storage, the password is asked again.
 */
const PREFIX = 'share-token:';

function rememberedToken(hash: string): string | undefined {
  return readStored(PREFIX + hash, 'session');
}

function rememberToken(hash: string, token: string | undefined): void {
  writeStored(PREFIX + hash, token, 'session');
}
