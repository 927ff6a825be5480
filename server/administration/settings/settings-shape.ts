import { AuthMethod, MAX_RETENTION, RETENTION_NAMES } from '#contract/settings.ts';
import { ViewMode } from '#contract/users.ts';
import { z } from 'zod';
import type { Permission } from '#contract/permissions.ts';
import { problemText, type InputProblem } from '../../lib/parse-input.ts';
import { isStorableText } from '../../metadata/codec.ts';

const Flag = z.boolean('has to be true or false');
const Text = z.string('has to be text').refine(isStorableText, 'is not readable text');
const Count = z.int('has to be a whole number').min(0, 'has to be 0 or more');
const MAX_RETRIES = 65_535;

/** Accepts null for an empty list, because clients written in Go send it. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, 'has to be a list')
    .nullable()
    .transform((list) => list ?? []);
}

function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, `has to be one of ${words.map((word) => `"${word}"`).join(', ')}`);
}

const RuleShape = z.strictObject(
  {
    regex: Flag,
    allow: Flag,
    path: Text,
    regexp: z.strictObject({ raw: Text }, 'has to be an object with the pattern as raw').nullable(),
  },
  'has to be a rule',
);

const PermissionsShape = z.strictObject(
  {
    admin: Flag.exactOptional(),
    execute: Flag.exactOptional(),
    create: Flag.exactOptional(),
    rename: Flag.exactOptional(),
    modify: Flag.exactOptional(),
    delete: Flag.exactOptional(),
    share: Flag.exactOptional(),
    download: Flag.exactOptional(),
  } satisfies Record<Permission, z.ZodType>,
  'has to be an object of permissions',
);

/** Replaces '' by `whenEmpty`, because the initial value of File Browser 2 is ''. */
function unlessEmpty<Shape extends z.ZodType>(whenEmpty: string, shape: Shape) {
  return z.preprocess((value) => (value === '' ? whenEmpty : value), shape);
}

const SortingShape = z.strictObject(
  { by: Text.regex(/^[\w-]{0,64}$/, 'has to be a word'), asc: Flag },
  'has to be an object with by and asc',
);

const DefaultsShape = z.strictObject(
  {
    scope: Text.exactOptional(),
    locale: unlessEmpty('en', Text).exactOptional(),
    viewMode: unlessEmpty('mosaic', oneOf(ViewMode.options)).exactOptional(),
    singleClick: Flag.exactOptional(),
    redirectAfterCopyMove: Flag.exactOptional(),
    sorting: SortingShape.exactOptional(),
    perm: PermissionsShape.exactOptional(),
    commands: listOf(Text).exactOptional(),
    hideDotfiles: Flag.exactOptional(),
    dateFormat: Flag.exactOptional(),
    aceEditorTheme: Text.exactOptional(),
  },
  'has to be an object of defaults for new users',
);

const BrandingShape = z.strictObject(
  {
    name: Text.exactOptional(),
    disableExternal: Flag.exactOptional(),
    disableUsedPercentage: Flag.exactOptional(),
    files: Text.exactOptional(),
    theme: oneOf(['', 'light', 'dark']).exactOptional(),
    color: Text.exactOptional(),
  },
  'has to be an object of branding settings',
);

const TusShape = z.strictObject(
  {
    chunkSize: Count.exactOptional(),
    retryCount: Count.max(MAX_RETRIES, `has to be at most ${MAX_RETRIES}`).exactOptional(),
  },
  'has to be an object with chunkSize and retryCount',
);

function numberUpTo(most: number) {
  const expected = `has to be a whole number from 1 to ${most}`;
  return z.int(expected).min(1, expected).max(most, expected).exactOptional();
}

/** Clients send back the present time, which need not be a whole number of days. */
const Days = z
  .number('has to be a number of days')
  .positive('has to be more than 0')
  .max(MAX_RETENTION.days, `has to be at most ${MAX_RETENTION.days}`)
  .exactOptional();

const RetentionShape = z.strictObject(
  {
    trash: Flag.exactOptional(),
    trashRetention: Days,
    trashLimit: numberUpTo(MAX_RETENTION.trashLimit),
    versions: Flag.exactOptional(),
    versionLimit: numberUpTo(MAX_RETENTION.versionLimit),
    versionRetention: Days,
  },
  'has to be an object of settings of the trash and of versions',
);

/** The document of compatibility.md 7.3. Every field is optional, and unknown ones are refused. */
export const SettingsShape = z.strictObject(
  {
    signup: Flag.exactOptional(),
    hideLoginButton: Flag.exactOptional(),
    createUserDir: Flag.exactOptional(),
    minimumPasswordLength: Count.exactOptional(),
    userHomeBasePath: Text.exactOptional(),
    defaults: DefaultsShape.exactOptional(),
    /** Part of our own responses, which clients send back. Only the command line changes it. */
    authMethod: oneOf(AuthMethod.options).exactOptional(),
    rules: listOf(RuleShape).exactOptional(),
    branding: BrandingShape.exactOptional(),
    tus: TusShape.exactOptional(),
    shell: listOf(Text).exactOptional(),
    commands: z
      .record(Text, listOf(Text), 'has to be an object with a list for each event')
      .exactOptional(),
    foldersWithoutVersions: listOf(Text).exactOptional(),
    retention: RetentionShape.exactOptional(),
    /** Part of our own responses, which clients send back. */
    fixed: z.array(z.enum(RETENTION_NAMES)).exactOptional(),
  },
  'the settings have to be an object',
);

/** Returns the problem with the name of the field first. */
export function shapeProblem(problem: InputProblem): string {
  const { path, unknownKey } = problem;
  if (unknownKey !== undefined) return `${[...path, unknownKey].join('.')}: is not a setting`;
  return problemText(problem);
}
