import { GlobalSettings } from '#contract/settings.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Administration } from '../../administration/administration.ts';
import {
  changeSettings,
  parseSettingsChanges,
} from '../../administration/settings/change-settings.ts';
import { noteForAudit } from '../../http/audit.ts';
import { readJson } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { differingKeys } from '../../lib/differing-keys.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

/** As many rules as there may be, with the longest patterns. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const FOR_ADMINS = { config: { access: 'admin' } } as const;
const CHANGING = { config: { access: 'admin', audit: 'settings-change' } } as const;
const URL = '/api/settings';

/** Routes by which administrators read and change the global settings. */
export function settingsRoutes(administration: Administration) {
  const { db } = administration;
  return async (app: FastifyInstance): Promise<void> => {
    app.get(URL, FOR_ADMINS, async (_request, reply) =>
      // Field by field by the contract: three of them are for the command line only.
      reply.send(GlobalSettings.parse(await readGlobalSettings(db.read))),
    );

    app.put(URL, CHANGING, async (request, reply) => {
      const sent = await readJson(request, z.unknown(), { maxBytes: MAX_BODY_BYTES });
      const before = await readGlobalSettings(db.read);
      const after = await changeSettings(administration, parseSettingsChanges(sent));
      const fields = differingKeys(before, after);
      noteForAudit(request, { fields, isLeftOut: fields.length === 0 });
      return sendStatus(reply, 200);
    });
  };
}
