/** Programs that run arbitrary commands: shells, interpreters and launchers. */
const RUNNERS: ReadonlySet<string> = new Set([
  ...['sh', 'bash', 'rbash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'fish', 'csh', 'tcsh'],
  ...['busybox', 'toybox', 'pwsh', 'python', 'pypy', 'perl', 'ruby', 'node', 'nodejs', 'deno'],
  ...['bun', 'php', 'lua', 'luajit', 'tclsh', 'awk', 'gawk', 'mawk', 'nawk', 'sed', 'gdb'],
  ...['env', 'sudo', 'doas', 'su', 'runuser', 'ssh', 'nohup', 'nice', 'timeout', 'setsid', 'watch'],
  ...['xargs', 'find', 'parallel', 'flock', 'script', 'expect', 'make', 'tar', 'docker', 'podman'],
  ...['vi', 'vim', 'nvim', 'view', 'ed', 'ex', 'emacs', 'nano', 'less', 'more', 'man'],
]);

/**
 * Returns true if allowing this command allows all commands. Recognizes paths and versions such as
 * `/usr/bin/python3.12`.
 */
export function allowsAnyCommand(command: string): boolean {
  const name = command.slice(command.lastIndexOf('/') + 1);
  return RUNNERS.has(name) || RUNNERS.has(name.replace(/[-.\d]+$/, ''));
}
