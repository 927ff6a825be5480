import type { AuditedUser } from '../../http/audit.ts';
import { NETWORK_GROUPS, networkOf } from '../../access/network-of.ts';
import { shortened } from '../../lib/shortened.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import type { NewAuditEntry } from '../../metadata/audit.ts';
import { auditedPath, digestsOfFolders } from '../../metadata/audited-folders.ts';

/** Maximum lengths of fields, in UTF-16 units, and of the list of changed fields. */
const MAX_OF_NAME = 255;
const MAX_OF_ADDRESS = 100;
const MAX_FIELDS = 100;

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Limits of entries. A user may store so many for each kind of operation that replacing the whole log takes weeks. */
const OPERATIONS_OF_USER = { burst: 2_000, refillMs: MINUTE_MS, maxKeys: MAX_KEYS };
const REFUSALS_OF_USER = { burst: 50, refillMs: MINUTE_MS, maxKeys: MAX_KEYS };
/** Callers without a session, by network. */
const ENTRIES_OF_NETWORK = { burst: 50, refillMs: MINUTE_MS, maxKeys: MAX_KEYS };
/** All users of one network who have signed up: a hundred accounts of one person cannot replace the log, either. */
const ENTRIES_OF_NEW_USERS = { burst: 2_000, refillMs: 20_000, maxKeys: MAX_KEYS };
/** All callers without a session together. */
const ENTRIES_WITHOUT_SESSION = { burst: 2_000, refillMs: 20_000, maxKeys: 1 };

/** Decides which limits an entry counts against. */
export interface Source {
  /** True for a user with a session. */
  readonly isUser: boolean;
  /** The network of a user who has signed up; undefined for others. */
  readonly newUsersOf: string | undefined;
  /** A user, or the network of a client without a session. */
  readonly key: string;
}

/** Returns the source of an entry. A refused log-in can have any name, so it counts for its network. */
export function sourceOf(
  { act, status, username, address }: NewAuditEntry,
  { signedUp }: AuditedUser,
): Source {
  const isUser = act !== 'sign-up' && username !== '' && (act !== 'sign-in' || status < 400);
  const network = networkOf(address);
  return {
    isUser,
    newUsersOf: isUser && signedUp ? network : undefined,
    key: isUser ? `user ${username}` : `network ${network}`,
  };
}

/** The entry in which entries beyond a limit are counted, and the key by which later ones find it. */
interface Surplus {
  readonly key: string;
  readonly entry: NewAuditEntry;
}

/** Limits the number of entries of each user and network, and of all callers without a session together. */
export class EntryLimits {
  readonly #ofUser = new RateLimiter(OPERATIONS_OF_USER);
  readonly #refusalsOfUser = new RateLimiter(REFUSALS_OF_USER);
  readonly #ofNetwork = new RateLimiter(ENTRIES_OF_NETWORK);
  readonly #ofNewUsers = new RateLimiter(ENTRIES_OF_NEW_USERS);
  readonly #withoutSession = new RateLimiter(ENTRIES_WITHOUT_SESSION);

  /** Counts an entry against its limits. Returns undefined if it may be stored, otherwise the entry in which it is counted. */
  surplusOf(entry: NewAuditEntry, { isUser, newUsersOf, key }: Source): Surplus | undefined {
    const now = performance.now();
    const kind = `${entry.act} ${isRefusal(entry)}`;
    const nameless = { ...entry, username: '', about: '' };
    if (newUsersOf !== undefined && this.#ofNewUsers.waitMs(newUsersOf, now) > 0) {
      const address = networkText(entry.address);
      return { key: `${kind} new users of ${newUsersOf}`, entry: { ...nameless, address } };
    }
    if (isUser) {
      const buckets = isRefusal(entry) ? this.#refusalsOfUser : this.#ofUser;
      const operation = `${entry.act} ${key}`;
      if (buckets.waitMs(operation, now) > 0) return { key: `${kind} ${key}`, entry };
      buckets.consume(operation, now);
      if (newUsersOf !== undefined) this.#ofNewUsers.consume(newUsersOf, now);
      return undefined;
    }
    if (this.#ofNetwork.waitMs(key, now) > 0) {
      const address = networkText(entry.address);
      return { key: `${kind} ${key}`, entry: { ...nameless, address } };
    }
    if (this.#withoutSession.waitMs('', now) > 0) {
      return { key: kind, entry: { ...nameless, address: '' } };
    }
    this.#ofNetwork.consume(key, now);
    this.#withoutSession.consume('', now);
    return undefined;
  }
}

/** Limits the length of every field whose value a client determines. */
export function withinLengths(entry: NewAuditEntry): NewAuditEntry {
  const { username, address, about, destination, fields } = entry;
  const folders = digestsOfFolders([about, destination]);
  return {
    ...entry,
    username: username.slice(0, MAX_OF_NAME),
    address: address.slice(0, MAX_OF_ADDRESS),
    about: auditedPath(about),
    ...(destination !== undefined && { destination: auditedPath(destination) }),
    ...(folders !== undefined && { folders }),
    ...(fields !== undefined && {
      fields: fields.slice(0, MAX_FIELDS).map((field) => shortened(field, MAX_OF_NAME)),
    }),
  };
}

function isRefusal({ status }: Pick<NewAuditEntry, 'status'>): boolean {
  return status >= 400 && status < 500;
}

/** Returns the network of an IPv6 address as CIDR, so that it is not taken for an address. Other networks are a single address. */
function networkText(address: string): string {
  const network = networkOf(address);
  const isWide = network !== address && network.split(':').length === NETWORK_GROUPS;
  return isWide ? `${network}::/64` : address;
}
