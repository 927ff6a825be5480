import type { Share } from '#contract/shares.ts';
import type { Database } from '../metadata/database.ts';
import { countShareUses, insertShareUses, type NewShareUse } from '../metadata/share-uses.ts';
import type { Client } from './client.ts';

/** Creates a share. `path` is encoded, with a slash at the end for a folder. */
export async function shareOf(who: Client, path: string, body: object = {}): Promise<Share> {
  const reply = await who.post(`/api/share${path}`, { body: JSON.stringify(body) });
  if (reply.status !== 200) throw new Error(`sharing ${path} failed: ${reply.status}`);
  return reply.json<Share>();
}

export async function sharesSeen(who: Client, url = '/api/shares'): Promise<Share[]> {
  const reply = await who.get(url);
  if (reply.status !== 200) throw new Error(`${url} failed: ${reply.status}`);
  return reply.json<Share[]>();
}

/** Records uses of existing shares, as by visitors. */
export async function recordUses(db: Database, uses: readonly NewShareUse[]): Promise<void> {
  await db.write(async (tx) => {
    await countShareUses(tx, uses);
    await insertShareUses(tx, uses);
  });
}
