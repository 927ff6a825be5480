import { SelectionReply } from '#contract/archives.ts';
import { AuditEntry, AuditPage } from '#contract/audit.ts';
import { CommandRun, CommandRunsPage, CommandTrialResult } from '#contract/commands.ts';
import {
  Descendant,
  Entry,
  EntryType,
  FileInfo,
  Folder,
  Sorting,
  Totals,
  Usage,
} from '#contract/files.ts';
import { Health, PartHealth } from '#contract/health.ts';
import { Operation, OperationOutcome, OperationState } from '#contract/operations.ts';
import { DecidingRule, Explanation, RuleProblem, RuleTrialOutcome } from '#contract/rules.ts';
import { SearchHit } from '#contract/search.ts';
import { ListedSession } from '#contract/sessions.ts';
import { Branding, GlobalSettings, TusSettings, UserDefaults } from '#contract/settings.ts';
import { PublicFile, PublicFolder, Share, ShareUse, ShareUses } from '#contract/shares.ts';
import { ListedUser, Rule, User, UserBelongings, UserPermissions } from '#contract/users.ts';
import { z } from 'zod';
import type { ApiSchema, JsonSchema } from '../../http/route.ts';

/** Schemas with a name of their own in the document. */
const NAMED = {
  AuditEntry,
  AuditPage,
  Branding,
  CommandRun,
  CommandRunsPage,
  CommandTrialResult,
  DecidingRule,
  Descendant,
  Entry,
  EntryType,
  Explanation,
  FileInfo,
  Folder,
  GlobalSettings,
  Health,
  ListedSession,
  ListedUser,
  Operation,
  OperationOutcome,
  OperationState,
  PartHealth,
  PublicFile,
  PublicFolder,
  Rule,
  RuleProblem,
  RuleTrialOutcome,
  SearchHit,
  SelectionReply,
  Share,
  ShareUse,
  ShareUses,
  Sorting,
  Totals,
  TusSettings,
  Usage,
  User,
  UserBelongings,
  UserDefaults,
  UserPermissions,
} satisfies Readonly<Record<string, z.ZodType>>;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });

export const SCHEMA_PREFIX = '#/components/schemas/';

/** Request schemas allow what clients may leave out; reply schemas state what the server sends. */
export type Direction = 'request' | 'reply';

export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...settings('reply'), uri: referenceTo });
  const entries = Object.entries(schemas).map(([id, schema]) => [id, withoutFrame(schema)]);
  return Object.fromEntries(entries);
}

/** Converts a schema to JSON schema. Named schemas become references. */
export function schemaOf(schema: ApiSchema, direction: Direction): JsonSchema {
  if ('json' in schema) return schema.json;
  const id = registry.get(schema)?.id;
  if (id !== undefined && direction === 'reply') return { $ref: referenceTo(id) };
  // Named schemas are those of replies, which are often stricter than those of requests.
  if (direction === 'request') return withoutFrame(z.toJSONSchema(schema, settings('request')));
  const inner = z.toJSONSchema(schema, { ...settings('reply'), metadata: registry });
  return referringToNamed(withoutFrame(inner));
}

function settings(direction: Direction) {
  return {
    target: 'draft-2020-12',
    io: direction === 'request' ? 'input' : 'output',
    // Clients must accept the additional fields of newer servers.
    override: ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  } as const;
}

function referenceTo(id: string): string {
  return `${SCHEMA_PREFIX}${id}`;
}

/** Keywords that the document states once, or elsewhere. */
const FRAME = new Set(['$schema', '$id', '$defs']);

function withoutFrame(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !FRAME.has(key)));
}

function referringToNamed(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${SCHEMA_PREFIX}`);
  return JSON.parse(text) as JsonSchema; // The text of a JSON schema.
}
