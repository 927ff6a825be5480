import { AppError } from '../../errors.ts';
import type { Visit, Visitor, Visitors } from '../../http/visitors.ts';
import { nameOf } from '#contract/paths.ts';
import { visitorOf, type Actor } from '../../access/actor.ts';
import { decide } from '../../access/decide.ts';
import { isOldToken } from '../../access/old-link-token.ts';
import { findShare, type StoredShare } from '../../metadata/shares.ts';
import type { FoundEntry } from '../../tree/find-entry.ts';
import { judgeShare } from './judge-share.ts';
import { SharePasswords } from './share-password.ts';
import { shareAfterActs } from './share-after-acts.ts';
import { createShareTokens } from './share-token.ts';
import { noSuchLink, requireOwner, type ShareService } from './shares.ts';
import { createStrangerThrottle } from './strangers.ts';
import type { UseRecord } from './use-record.ts';

export interface VisitorOptions extends ShareService {
  readonly signingKey: Uint8Array;
  readonly record: UseRecord;
}

/** What a page may say of a link to those who have not opened it yet. */
export interface LinkDescription {
  /** '' for all that its owner has. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes, of a file. */
  readonly size: number | undefined;
}

/** Whoever comes by a link. */
export interface LinkVisitors extends Visitors {
  /**
   * For programs that show what a link leads to: undefined for one that is none any more, and for every one with a password,
   * whose name is part of what that keeps.
   */
  describeLink(hash: string, address: string): Promise<LinkDescription | undefined>;
}

/**
 * Judges everybody afresh: whether there is such a link, whether they know its password, and what its owner may do at this
 * moment. In this order, so that nobody learns of an item behind a password how it fares.
 */
export function createVisitors(options: VisitorOptions): LinkVisitors {
  const { db, record } = options;
  const strangers = createStrangerThrottle();
  const passwords = new SharePasswords();
  const tokens = createShareTokens(options.signingKey);

  async function requireLink(hash: string, address: string): Promise<StoredShare> {
    if (hash === '') throw noSuchLink();
    const look = strangers.begin(address, hash);
    const share = await findShare(db.read, hash, Date.now());
    if (share === undefined) throw noSuchLink();
    look.succeeded();
    return share;
  }

  /** The token to go on with; undefined where there is no password. */
  async function requirePassword(share: StoredShare, visit: Visit): Promise<string | undefined> {
    const { hash, passwordHash, oldTokenDigest } = share;
    if (passwordHash === undefined) return undefined;
    const { token, password: sent = '', address } = visit;
    const subject = { hash, passwordHash };
    const isGoodToken = (text: string): boolean =>
      tokens.isGood(text, subject) || isOldToken(text, oldTokenDigest);
    // It is not made to last longer: whoever was given an address with a token shall not have it for ever.
    if (token !== undefined && isGoodToken(token)) return token;
    const onWrong = (): void => record.wrongPassword({ hash, address });
    if (sent !== '' && (await passwords.isRight({ subject, sent, address, onWrong }))) {
      return tokens.issue(subject);
    }
    throw new AppError('not-signed-in', 'the password of the link is needed');
  }

  async function requireItem(share: StoredShare): Promise<LiveLink> {
    const { actor } = await requireOwner(options, share);
    let known: StoredShare | undefined = share;
    while (known !== undefined) {
      const actsBefore = options.tree.sharedItems.operationsOn(known.hash);
      const judged = await judgeShare(options.tree, known, actor);
      if (judged.kind === 'refused') throw new AppError('forbidden', 'its owner may not share it');
      if (judged.kind === 'live') {
        return { share: known, owner: judged.owner, item: judged.item, actsBefore };
      }
      known = await shareAfterActs(options, known, actsBefore);
    }
    throw noSuchLink();
  }

  return {
    async admit(visit) {
      const { hash, address } = visit;
      const share = await requireLink(hash, address);
      const token = await requirePassword(share, visit);
      const live = await requireItem(share);
      return { ...visitorOfLink(live), token, record: record.of({ hash, address }) };
    },

    async describeLink(hash, address) {
      try {
        const share = await requireLink(hash, address);
        if (share.passwordHash !== undefined) return undefined;
        return describe(await requireItem(share));
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
  };
}

interface LiveLink {
  readonly share: StoredShare;
  readonly owner: Actor;
  readonly item: FoundEntry;
  readonly actsBefore: number;
}

function visitorOfLink({
  share,
  owner,
  item,
  actsBefore,
}: LiveLink): Omit<Visitor, 'token' | 'record'> {
  return {
    actor: visitorOf(owner, share.hash, { place: item.place, mark: item.stat.mark }),
    hash: share.hash,
    name: nameFor(owner, share),
    isFolder: item.stat.kind === 'folder',
    actsBefore,
    ownerMayModify: decide(owner, 'modify', item.path) === 'allowed',
  };
}

function nameFor(owner: Actor, { place }: StoredShare): string {
  return place === owner.root ? '' : nameOf(place);
}

function describe({ share, owner, item: { stat } }: LiveLink): LinkDescription {
  const isFolder = stat.kind === 'folder';
  return { name: nameFor(owner, share), isFolder, size: isFolder ? undefined : stat.size };
}
