import { GlobalSettings, RetentionSettings, ShownSettings } from '#contract/settings.ts';
import { SomePermissions } from '#contract/users.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Administration } from '../../administration/administration.ts';
import {
  changeSettings,
  parseSettingsChanges,
} from '../../administration/settings/change-settings.ts';
import type { Retention } from '../../administration/settings/retention.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { readJson } from '../../http/request.ts';
import { jsonBody, jsonReply, route, statusText } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { differingKeys } from '../../lib/differing-keys.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

/** Fits the maximum number of rules with the longest patterns. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const URL = '/api/settings';

const GET_SETTINGS = route({
  access: 'admin',
  group: 'Settings',
  summary: 'Get the settings',
  replies: {
    200: jsonReply('The settings that can be changed while the server runs.', ShownSettings),
  },
});

const { defaults, branding, tus } = GlobalSettings.shape;

const UPDATE_SETTINGS = route({
  access: 'admin',
  audit: 'settings-change',
  group: 'Settings',
  summary: 'Update settings',
  description: 'Missing fields are left unchanged. Changes take effect at once.',
  body: jsonBody(
    GlobalSettings.extend({
      defaults: defaults.extend({ perm: SomePermissions }).partial(),
      branding: branding.partial(),
      tus: tus.partial(),
      retention: RetentionSettings.partial(),
    }).partial(),
  ),
  replies: { 200: statusText('The settings are updated.') },
  refusals: ['invalid-request', 'too-large'],
});

/** Mounts the routes with which administrators change settings while the server runs. */
export function settingsRoutes(administration: Administration, retention: Retention) {
  const { db } = administration;
  return async (app: FastifyInstance): Promise<void> => {
    app.get(URL, GET_SETTINGS, async (_request, reply) => {
      // The contract leaves out three settings that only the command line changes.
      const settings = GlobalSettings.parse(await readGlobalSettings(db.read));
      const { fixed } = retention;
      return reply.send({
        ...settings,
        retention: retention.settings(),
        fixed: [...fixed],
      } satisfies ShownSettings);
    });

    app.put(URL, UPDATE_SETTINGS, async (request, reply) => {
      const sent = await readJson(request, z.unknown(), { maxBytes: MAX_BODY_BYTES });
      const { retention: retained = {}, ...changes } = parseSettingsChanges(sent);
      retention.requireChangeable(retained);
      const before = await readGlobalSettings(db.read);
      const after = await changeSettings(administration, changes);
      const names = await retention.change(db, retained);
      const fields = [...differingKeys(before, after), ...names.map((name) => `retention.${name}`)];
      addAuditFacts(request, { fields, recordsFailuresOnly: fields.length === 0 });
      return sendStatus(reply, 200);
    });
  };
}
