import { Option } from 'commander';
import { foldedName, type Setting, variableOf } from '../config/settings.ts';
import type { CliOption } from './cli-command.ts';

/**
 * An option in every spelling that File Browser 2 accepts: `--baseURL`, `--base-url`, `--BASEURL`, and `--noauth=false` for a
 * switch. The value of a switch is 'true' unless one is given.
 */
export class FlagOption extends Option {
  readonly #names: ReadonlySet<string>;

  constructor({ letter, name, takes, help }: CliOption, oldName = name) {
    const long = takes === undefined ? `--${name}` : `--${name} <${takes}>`;
    super(letter === undefined ? long : `-${letter}, ${long}`, help);
    this.#names = new Set([foldedName(name), foldedName(oldName)]);
    // `-p=80` is accepted for `-p 80`.
    if (letter !== undefined) this.argParser((value: string) => value.replace(/^=/, ''));
  }

  static ofSetting(setting: Setting, group = `${setting.group}:`): FlagOption {
    const { help, fallback, variable } = setting;
    const notes = [
      ...(fallback === undefined ? [] : [`default: ${fallback}`]),
      ...(variable === false ? [] : [`env: ${variableOf(setting)}`]),
    ];
    const described = notes.length === 0 ? help : `${help} (${notes.join(', ')})`;
    return new FlagOption({ ...setting, help: described }, setting.oldName).helpGroup(group);
  }

  /**
   * Overrides an internal method of commander, which is called with the whole word first, and then with the part before `=`
   * for options that require a value.
   */
  is(word: string): boolean {
    const [, dashes = '', name = '', value] = /^(--?)([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const isMeant = dashes === '-' ? `-${name}` === this.short : this.#names.has(foldedName(name));
    if (!isMeant || (this.required && value !== undefined)) return false;
    if (!this.required) this.presetArg = value ?? 'true';
    return true;
  }
}
