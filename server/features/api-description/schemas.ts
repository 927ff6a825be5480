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
import type { JsonSchema, Shape } from './operation.ts';

/** What has a name of its own in the document. */
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

/** `sent`: as a caller may write it; `told`: as it is answered. */
export type Direction = 'sent' | 'told';

export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...settings('told'), uri: referenceTo });
  const entries = Object.entries(schemas).map(([id, schema]) => [id, withoutFrame(schema)]);
  return Object.fromEntries(entries);
}

/** Named ones are referred to. */
export function schemaOf(shape: Shape, direction: Direction): JsonSchema {
  if ('json' in shape) return shape.json;
  const id = registry.get(shape)?.id;
  if (id !== undefined && direction === 'told') return { $ref: referenceTo(id) };
  // What may be sent is often less strict than what is told: it refers to nothing that is.
  if (direction === 'sent') return withoutFrame(z.toJSONSchema(shape, settings('sent')));
  const schema = z.toJSONSchema(shape, { ...settings('told'), metadata: registry });
  return referringToNamed(withoutFrame(schema));
}

function settings(direction: Direction) {
  return {
    target: 'draft-2020-12',
    io: direction === 'sent' ? 'input' : 'output',
    // A newer server may tell more: clients shall not stumble over it.
    override: ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  } as const;
}

function referenceTo(id: string): string {
  return `${SCHEMA_PREFIX}${id}`;
}

/** What the document says once for all of them, or holds elsewhere. */
const FRAME = new Set(['$schema', '$id', '$defs']);

function withoutFrame(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !FRAME.has(key)));
}

function referringToNamed(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${SCHEMA_PREFIX}`);
  return JSON.parse(text) as JsonSchema; // It was one.
}
