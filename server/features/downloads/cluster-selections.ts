import { randomBytes } from 'node:crypto';
import type { TreePath } from '#contract/paths.ts';
import type { Database } from '../../metadata/database.ts';
import { findSelection, insertSelection } from '../../metadata/selections.ts';
import {
  type KeptSelection,
  LIFE_MS,
  MAX_OF_ONE_ACCOUNT,
  type SelectionStore,
} from './selections.ts';

/** Stores selections in the database, where all servers of a cluster find them. */
export class ClusterSelections implements SelectionStore {
  readonly #db: Pick<Database, 'read' | 'write'>;

  constructor(db: Pick<Database, 'read' | 'write'>) {
    this.#db = db;
  }

  async keep(account: string, { folder, names }: KeptSelection): Promise<string> {
    const nowMs = Date.now();
    const id = randomBytes(16).toString('base64url');
    const selection = { id, account, folder, names, endsAt: nowMs + LIFE_MS };
    const limits = { nowMs, mostCharacters: MAX_OF_ONE_ACCOUNT };
    await this.#db.write((tx) => insertSelection(tx, selection, limits), { isIdempotent: true });
    return id;
  }

  async find(account: string, id: string, folder: TreePath): Promise<KeptSelection | undefined> {
    const found = await findSelection(this.#db.read, id, Date.now());
    return found?.account === account && found.folder === folder ? found : undefined;
  }
}
