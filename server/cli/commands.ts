import type { ListedCommand } from './cli-command.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    words: ['config', 'init'],
    summary: 'Create a database with settings',
    load: async () => (await import('./config/init-config-command.ts')).initConfigCommand,
  },
  {
    words: ['config', 'set'],
    summary: 'Change stored settings',
    load: async () => (await import('./config/set-config-command.ts')).setConfigCommand,
  },
  {
    words: ['config', 'cat'],
    summary: 'Show stored settings',
    load: async () => (await import('./config/cat-config-command.ts')).catConfigCommand,
  },
  {
    words: ['config', 'export'],
    summary: 'Export stored settings to a file',
    load: async () => (await import('./config/export-config.ts')).exportConfigCommand,
  },
  {
    words: ['config', 'import'],
    summary: 'Import settings from an export',
    load: async () => (await import('./config/import-config.ts')).importConfigCommand,
  },
  {
    words: ['import'],
    summary: 'Import a database or exports of File Browser 2',
    load: async () => (await import('../compat/filebrowser2/cli/import-command.ts')).importCommand,
  },
  {
    words: ['export'],
    summary: 'Export settings and users for File Browser 2',
    load: async () => (await import('../compat/filebrowser2/cli/export-command.ts')).exportCommand,
  },
  {
    words: ['users', 'add'],
    summary: 'Create a user',
    load: async () => (await import('./users/users-commands.ts')).addUserCommand,
  },
  {
    words: ['users', 'update'],
    summary: 'Change a user',
    load: async () => (await import('./users/users-commands.ts')).updateUserCommand,
  },
  {
    words: ['users', 'find'],
    summary: 'Show a user',
    load: async () => (await import('./users/users-commands.ts')).findUserCommand,
  },
  {
    words: ['users', 'ls'],
    summary: 'List users',
    load: async () => (await import('./users/users-commands.ts')).listUsersCommand,
  },
  {
    words: ['users', 'rm'],
    summary: 'Remove a user',
    load: async () => (await import('./users/users-commands.ts')).removeUserCommand,
  },
  {
    words: ['users', 'reset-password'],
    summary: 'Set a new password for a user',
    load: async () => (await import('./users/users-commands.ts')).resetPasswordCommand,
  },
  {
    words: ['users', 'invite'],
    summary: 'Print a link with which a user chooses a password',
    load: async () => (await import('./users/invite-command.ts')).inviteCommand,
  },
  {
    words: ['users', 'export'],
    summary: 'Export users to a file',
    load: async () => (await import('./users/export-users.ts')).exportUsersCommand,
  },
  {
    words: ['users', 'import'],
    summary: 'Import users from an export or a CSV file',
    load: async () => (await import('./users/import-users-command.ts')).importUsersCommand,
  },
  {
    words: ['rules', 'add'],
    summary: 'Deny or allow access to a path',
    load: async () => (await import('./rules-commands.ts')).addRuleCommand,
  },
  {
    words: ['rules', 'ls'],
    summary: 'List access rules',
    load: async () => (await import('./rules-commands.ts')).listRulesCommand,
  },
  {
    words: ['rules', 'rm'],
    summary: 'Remove access rules',
    load: async () => (await import('./rules-commands.ts')).removeRulesCommand,
  },
  {
    words: ['cmds', 'add'],
    summary: 'Run a command on an event',
    load: async () => (await import('./cmds-commands.ts')).addCommandCommand,
  },
  {
    words: ['cmds', 'ls'],
    summary: 'List the commands of events',
    load: async () => (await import('./cmds-commands.ts')).listCommandsCommand,
  },
  {
    words: ['cmds', 'rm'],
    summary: 'Remove commands from an event',
    load: async () => (await import('./cmds-commands.ts')).removeCommandsCommand,
  },
  {
    words: ['sessions', 'ls'],
    summary: 'List sessions with their addresses',
    load: async () => (await import('./sessions-commands.ts')).listSessionsCommand,
  },
  {
    words: ['sessions', 'end'],
    summary: 'End sessions',
    load: async () => (await import('./sessions-commands.ts')).endSessionsCommand,
  },
  {
    words: ['audit', 'ls'],
    summary: 'List entries of the audit log',
    load: async () => (await import('./audit-command.ts')).listAuditCommand,
  },
  {
    words: ['shares', 'ls'],
    summary: 'List shares and the state of their items',
    load: async () => (await import('./shares-commands.ts')).listSharesCommand,
  },
  {
    words: ['shares', 'adopt'],
    summary: 'Confirm shares after files were restored',
    load: async () => (await import('./shares-commands.ts')).adoptSharesCommand,
  },
  {
    words: ['trash', 'ls'],
    summary: 'List the items in the trash',
    load: async () => (await import('./trash-commands.ts')).listTrashCommand,
  },
  {
    words: ['trash', 'restore'],
    summary: 'Restore items in the trash',
    load: async () => (await import('./trash-commands.ts')).restoreTrashCommand,
  },
  {
    words: ['trash', 'empty'],
    summary: 'Delete items in the trash for good',
    load: async () => (await import('./trash-commands.ts')).emptyTrashCommand,
  },
  {
    words: ['temporary-files', 'ls'],
    summary: 'List temporary files without an owner',
    load: async () => (await import('./temporary-files-commands.ts')).listTemporaryFilesCommand,
  },
  {
    words: ['temporary-files', 'restore'],
    summary: 'Restore a temporary file as a visible file',
    load: async () => (await import('./temporary-files-commands.ts')).restoreTemporaryFileCommand,
  },
  {
    words: ['temporary-files', 'rm'],
    summary: 'Remove a temporary file',
    load: async () => (await import('./temporary-files-commands.ts')).removeTemporaryFileCommand,
  },
  {
    words: ['journal', 'ls'],
    summary: 'List interrupted operations',
    load: async () => (await import('./journal-commands.ts')).listJournalCommand,
  },
  {
    words: ['journal', 'drop'],
    summary: 'Discard an interrupted operation',
    load: async () => (await import('./journal-commands.ts')).dropJournalEntryCommand,
  },
  {
    words: ['root', 'accept'],
    summary: 'Accept a root folder whose disk was replaced',
    load: async () => (await import('./root-command.ts')).acceptRootCommand,
  },
  {
    words: ['storage', 'import'],
    summary: 'Copy a folder into the managed store',
    load: async () => (await import('./storage-commands.ts')).importStorageCommand,
  },
  {
    words: ['storage', 'export'],
    summary: 'Copy the managed store into a folder',
    load: async () => (await import('./storage-commands.ts')).exportStorageCommand,
  },
  {
    words: ['storage', 'verify'],
    summary: 'Check contents and checksums of the managed store',
    load: async () => (await import('./storage-commands.ts')).verifyStorageCommand,
  },
  {
    words: ['storage', 'gc'],
    summary: 'Remove contents of deleted files',
    load: async () => (await import('./storage-commands.ts')).collectGarbageCommand,
  },
  {
    words: ['storage', 'recover'],
    summary: 'Create the tree of a store whose database is lost',
    load: async () => (await import('./storage-commands.ts')).recoverStorageCommand,
  },
  {
    words: ['backup'],
    summary: 'Copy the database; works while the server runs',
    load: async () => (await import('./backup-command.ts')).backupCommand,
  },
  {
    words: ['doctor'],
    summary: 'Find problems and explain how to solve them',
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  {
    words: ['hash'],
    summary: 'Print the hash of a password',
    load: async () => (await import('./hash-command.ts')).hashCommand,
  },
  {
    words: ['completion'],
    summary: 'Print a completion script for bash, zsh or fish',
    load: async () =>
      (await import('./completion-command.ts')).completionCommandOf({
        commands: COMMANDS,
        groups: GROUPS,
      }),
  },
  {
    words: ['version'],
    summary: 'Print the version',
    load: async () => (await import('./version-command.ts')).versionCommand,
  },
];

/** Descriptions of the first words that several commands share. */
export const GROUPS: Readonly<Record<string, string>> = {
  config: 'Stored settings, defaults of new users and flags of the server',
  users: 'Users and their permissions',
  rules: 'Access rules for everyone or for one user',
  cmds: 'Commands that run when files are uploaded, saved, moved, copied or deleted',
  sessions: 'Sessions of users',
  audit: 'Audit log',
  shares: 'Shares of files and folders',
  trash: 'Deleted items of users',
  'temporary-files': 'Temporary files that interrupted operations left behind',
  journal: 'Interrupted operations that recovery could not complete',
  root: 'The folder that is served',
  storage: 'The managed store',
};
