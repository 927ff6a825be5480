import { STATUS_DONE } from '../../http/audit.ts';
import type { Actor } from '../../access/actor.ts';
import type { AuditSink } from '../../http/audit.ts';
import type { Logger } from '../../logger.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import type { Room } from '../../tree/free-space.ts';
import type { ResolvedPath } from '../../tree/resolved-path.ts';
import type { TrashCleaner } from './trash-cleaner.ts';

interface RoomMaker {
  readonly cleaner: Pick<TrashCleaner, 'makeRoom'>;
  readonly audit: AuditSink;
  readonly log: Pick<Logger, 'warn'>;
}

/** Returns a function that takes the space for a new file of a user from the trash, and records each deleted item in the audit log. */
export function roomMaker({ cleaner, audit, log }: RoomMaker) {
  return async (
    actor: Actor,
    folder: ResolvedPath,
    room: Room,
    confirm: () => Promise<void>,
  ): Promise<void> => {
    let count = 0;
    const onDeleted = ({ source }: StoredTrash): void => {
      count += 1;
      const facts = { act: 'trash-delete', about: source, status: STATUS_DONE } as const;
      audit.record(
        { at: Date.now(), ...facts, username: actor.username, address: '' },
        { signedUp: false },
      );
    };
    try {
      await cleaner.makeRoom({ folder, room, confirm, onDeleted });
    } finally {
      if (count > 0) log.warn({ folder, count }, 'disk full: items in the trash were deleted');
    }
  };
}
