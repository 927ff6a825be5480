import { AppError } from '../../errors.ts';
import type { ShareCredentials, Visitor, Visitors } from '../../http/visitors.ts';
import { nameOf } from '#contract/paths.ts';
import { visitorOf, type Actor } from '../../access/actor.ts';
import { createAttemptThrottle, SHARE_ATTEMPT_LIMITS } from '../../access/attempt-throttle.ts';
import type { CountTogether } from '../../lib/rate-limiter.ts';
import { isLegacyToken } from '../../compat/filebrowser2/legacy-share-token.ts';
import { findShare, type StoredShare } from '../../metadata/shares.ts';
import { isAuthorized, type AuthorizedEntry } from '../../tree/authorize.ts';
import { checkShare, sharingRefused } from './check-share.ts';
import { SharePasswords } from './share-password.ts';
import { shareAfterOperations } from './share-after-operations.ts';
import { createShareTokens } from './share-token.ts';
import { noSuchShare, requireOwner, type ShareService } from './shares.ts';
import { createShareLookupThrottle } from './share-lookup-throttle.ts';
import type { ShareUseRecorder } from './share-use-recorder.ts';

export interface VisitorOptions extends ShareService {
  readonly signingKey: Uint8Array;
  readonly record: ShareUseRecorder;
  /** Returns how a limit is counted together with other servers. */
  readonly count: CountTogether;
}

/** Facts about a share that a page may show before the share is opened. */
export interface ShareDescription {
  /** '' when the owner shares everything. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Size of a file in bytes. */
  readonly size: number | undefined;
}

/** Authenticates and describes shares. */
export interface ShareVisitors extends Visitors {
  /**
   * Describes a share for link previews. Undefined for an inactive share, and for a share with a password, which protects
   * the name too.
   */
  describeShare(hash: string, address: string): Promise<ShareDescription | undefined>;
}

/**
 * Authenticates every request of a visitor: finds the share, checks its password, and then whether its owner may share the item now. In this
 * order, so that the state of an item behind a password is not revealed.
 */
export function createVisitors(options: VisitorOptions): ShareVisitors {
  const { db, record, count } = options;
  const lookups = createShareLookupThrottle(undefined, count('share lookups'));
  const passwords = new SharePasswords(
    createAttemptThrottle(undefined, SHARE_ATTEMPT_LIMITS, (limit) => count(`shares ${limit}`)),
  );
  const tokens = createShareTokens(options.signingKey);

  async function requireActiveShare(hash: string, address: string): Promise<StoredShare> {
    if (hash === '') throw noSuchShare();
    const lookup = lookups.begin(address, hash);
    const share = await findShare(db.read, hash, Date.now());
    if (share === undefined) throw noSuchShare();
    lookup.succeeded();
    return share;
  }

  /** Returns the token for further requests; undefined without a password. */
  async function requirePassword(
    share: StoredShare,
    visit: ShareCredentials,
  ): Promise<string | undefined> {
    const { hash, passwordHash, legacyTokenDigest } = share;
    if (passwordHash === undefined) return undefined;
    const { token, password: sent = '', address } = visit;
    const subject = { hash, passwordHash };
    const isGoodToken = (text: string): boolean =>
      tokens.isGood(text, subject) || isLegacyToken(text, legacyTokenDigest);
    // A token is not renewed, so that an address with a token does not stay valid forever.
    if (token !== undefined && isGoodToken(token)) return token;
    const onWrong = (): void => record.wrongPassword({ hash, address });
    if (sent !== '' && (await passwords.isRight({ subject, sent, address, onWrong }))) {
      return tokens.issue(subject);
    }
    throw new AppError('not-authenticated', 'the share needs its password');
  }

  /** Looks up the shared item. Where an operation has moved or replaced it meanwhile, does so again with the updated share. */
  async function requireItem(share: StoredShare): Promise<ActiveShare> {
    const { actor } = await requireOwner(options, share);
    let known: StoredShare | undefined = share;
    while (known !== undefined) {
      const operationsBefore = options.tree.sharedItems.operationsOn(known.hash);
      const checked = await checkShare(options.tree, known, actor);
      if (checked.kind === 'refused') throw sharingRefused();
      if (checked.kind === 'live') {
        return { share: known, owner: checked.owner, item: checked.item, operationsBefore };
      }
      known = await shareAfterOperations(options, known, operationsBefore);
    }
    throw noSuchShare();
  }

  return {
    async admit(visit) {
      const { hash, address } = visit;
      const share = await requireActiveShare(hash, address);
      const token = await requirePassword(share, visit);
      const live = await requireItem(share);
      return { ...visitorOfShare(live), token, record: record.of({ hash, address }) };
    },

    async describeShare(hash, address) {
      try {
        const share = await requireActiveShare(hash, address);
        if (share.passwordHash !== undefined) return undefined;
        return describe(await requireItem(share));
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
  };
}

interface ActiveShare {
  readonly share: StoredShare;
  readonly owner: Actor;
  readonly item: AuthorizedEntry;
  /** As in `Visitor`. */
  readonly operationsBefore: number;
}

function visitorOfShare({
  share,
  owner,
  item,
  operationsBefore,
}: ActiveShare): Omit<Visitor, 'token' | 'record'> {
  return {
    actor: visitorOf(owner, share.hash, {
      path: item.resolvedPath,
      fingerprint: item.stat.fingerprint,
    }),
    hash: share.hash,
    name: nameFor(owner, share),
    isFolder: item.stat.kind === 'folder',
    operationsBefore,
    ownerMayModify: isAuthorized(owner, 'modify', [item.path]),
  };
}

function nameFor(owner: Actor, { path }: StoredShare): string {
  return path === owner.root ? '' : nameOf(path);
}

function describe({ share, owner, item: { stat } }: ActiveShare): ShareDescription {
  const isFolder = stat.kind === 'folder';
  return { name: nameFor(owner, share), isFolder, size: isFolder ? undefined : stat.size };
}
