import type { CommandConfig } from '../config/config.ts';

export interface CommandsState {
  readonly isOn: boolean;
  /** Lines are given to a shell. */
  readonly hasShell: boolean;
  readonly sandbox: CommandConfig['sandbox'];
}

const SANDBOX: Readonly<Record<CommandConfig['sandbox'], string>> = {
  auto: 'in a sandbox where it works',
  require: 'in a sandbox or not at all',
  off: 'without a sandbox',
};

/** Whether commands are run and how, wherever an operator is told. */
export function commandsInWords({ isOn, hasShell, sandbox }: CommandsState): string {
  if (!isOn) return 'off';
  const shell = hasShell ? 'with full shell access' : 'without a shell';
  return `on, ${shell}; those of users ${SANDBOX[sandbox]}`;
}
