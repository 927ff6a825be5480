import type { ListedCommand } from './cli-command.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    words: ['config', 'init'],
    summary: 'make a database and store settings in it',
    load: async () => (await import('./config/init-config-command.ts')).initConfigCommand,
  },
  {
    words: ['config', 'set'],
    summary: 'change what is stored',
    load: async () => (await import('./config/set-config-command.ts')).setConfigCommand,
  },
  {
    words: ['config', 'cat'],
    summary: 'show what is stored',
    load: async () => (await import('./config/cat-config-command.ts')).catConfigCommand,
  },
  {
    words: ['config', 'export'],
    summary: 'write what is stored into a file',
    load: async () => (await import('./config/export-config.ts')).exportConfigCommand,
  },
  {
    words: ['config', 'import'],
    summary: 'take settings over from an export',
    load: async () => (await import('./config/import-config.ts')).importConfigCommand,
  },
  {
    words: ['import'],
    summary: "take over File Browser 2's database or exports",
    load: async () => (await import('../compat/filebrowser2/cli/import-command.ts')).importCommand,
  },
  {
    words: ['export'],
    summary: 'write settings and users for File Browser 2',
    load: async () => (await import('../compat/filebrowser2/cli/export-command.ts')).exportCommand,
  },
  {
    words: ['users', 'add'],
    summary: 'make a user',
    load: async () => (await import('./users/users-commands.ts')).addUserCommand,
  },
  {
    words: ['users', 'update'],
    summary: 'change what is said of a user',
    load: async () => (await import('./users/users-commands.ts')).updateUserCommand,
  },
  {
    words: ['users', 'find'],
    summary: 'tell all of one user',
    load: async () => (await import('./users/users-commands.ts')).findUserCommand,
  },
  {
    words: ['users', 'ls'],
    summary: 'list the users',
    load: async () => (await import('./users/users-commands.ts')).listUsersCommand,
  },
  {
    words: ['users', 'rm'],
    summary: 'remove a user',
    load: async () => (await import('./users/users-commands.ts')).removeUserCommand,
  },
  {
    words: ['users', 'reset-password'],
    summary: 'give a user a new password',
    load: async () => (await import('./users/users-commands.ts')).resetPasswordCommand,
  },
  {
    words: ['users', 'export'],
    summary: 'write the users into a file',
    load: async () => (await import('./users/export-users.ts')).exportUsersCommand,
  },
  {
    words: ['users', 'import'],
    summary: 'take users over from an export',
    load: async () => (await import('./users/import-users-command.ts')).importUsersCommand,
  },
  {
    words: ['rules', 'add'],
    summary: 'deny or allow a path',
    load: async () => (await import('./rules-commands.ts')).addRuleCommand,
  },
  {
    words: ['rules', 'ls'],
    summary: 'list the rules',
    load: async () => (await import('./rules-commands.ts')).listRulesCommand,
  },
  {
    words: ['rules', 'rm'],
    summary: 'remove rules',
    load: async () => (await import('./rules-commands.ts')).removeRulesCommand,
  },
  {
    words: ['cmds', 'add'],
    summary: 'run a command on an event',
    load: async () => (await import('./cmds-commands.ts')).addCommandCommand,
  },
  {
    words: ['cmds', 'ls'],
    summary: 'list what is run on events',
    load: async () => (await import('./cmds-commands.ts')).listCommandsCommand,
  },
  {
    words: ['cmds', 'rm'],
    summary: 'take commands from an event',
    load: async () => (await import('./cmds-commands.ts')).removeCommandsCommand,
  },
  {
    words: ['sessions', 'ls'],
    summary: 'list who is signed in, and from where',
    load: async () => (await import('./sessions-commands.ts')).listSessionsCommand,
  },
  {
    words: ['sessions', 'end'],
    summary: 'sign somebody out',
    load: async () => (await import('./sessions-commands.ts')).endSessionsCommand,
  },
  {
    words: ['audit', 'ls'],
    summary: 'list who has done what',
    load: async () => (await import('./audit-command.ts')).listAuditCommand,
  },
  {
    words: ['shares', 'ls'],
    summary: 'list the links, and what has become of them',
    load: async () => (await import('./shares-commands.ts')).listSharesCommand,
  },
  {
    words: ['shares', 'adopt'],
    summary: 'confirm links after files were restored',
    load: async () => (await import('./shares-commands.ts')).adoptSharesCommand,
  },
  {
    words: ['temporary-files', 'ls'],
    summary: 'list temporary files that belong to nothing',
    load: async () => (await import('./temporary-files-commands.ts')).listTemporaryFilesCommand,
  },
  {
    words: ['temporary-files', 'restore'],
    summary: 'give a temporary file a name',
    load: async () => (await import('./temporary-files-commands.ts')).restoreTemporaryFileCommand,
  },
  {
    words: ['temporary-files', 'rm'],
    summary: 'remove a temporary file',
    load: async () => (await import('./temporary-files-commands.ts')).removeTemporaryFileCommand,
  },
  {
    words: ['journal', 'ls'],
    summary: 'list interrupted operations that are kept',
    load: async () => (await import('./journal-commands.ts')).listJournalCommand,
  },
  {
    words: ['journal', 'drop'],
    summary: 'drop an interrupted operation',
    load: async () => (await import('./journal-commands.ts')).dropJournalEntryCommand,
  },
  {
    words: ['root', 'accept'],
    summary: 'serve a root whose disk was replaced',
    load: async () => (await import('./root-command.ts')).acceptRootCommand,
  },
  {
    words: ['backup'],
    summary: 'copy the database, also while the server runs',
    load: async () => (await import('./backup-command.ts')).backupCommand,
  },
  {
    words: ['doctor'],
    summary: 'look for what is wrong, and say what to do',
    load: async () => (await import('./doctor/doctor-command.ts')).doctorCommand,
  },
  {
    words: ['hash'],
    summary: 'print the hash of a password',
    load: async () => (await import('./hash-command.ts')).hashCommand,
  },
  {
    words: ['completion'],
    summary: 'print a script for bash, zsh or fish',
    load: async () =>
      (await import('./completion-command.ts')).completionCommandOf({
        commands: COMMANDS,
        groups: GROUPS,
      }),
  },
  {
    words: ['version'],
    summary: 'tell the version',
    load: async () => (await import('./version-command.ts')).versionCommand,
  },
];

/** What the first words of several commands stand for. */
export const GROUPS: Readonly<Record<string, string>> = {
  config: 'what is stored: settings, defaults of new users, flags of the server',
  users: 'who may sign in, and to what',
  rules: 'which paths everybody or one user may not reach',
  cmds: 'what is run when files are uploaded, saved, moved, copied or deleted',
  sessions: 'who is signed in',
  audit: 'who has done what',
  shares: 'links by which files are shared',
  'temporary-files': 'what interrupted operations have left in the tree',
  journal: 'interrupted operations that recovery could not complete',
  root: 'the folder that is served',
};
