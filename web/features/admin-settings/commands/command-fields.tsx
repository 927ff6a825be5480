import { COMMAND_VARIABLES, TRIGGERS, type Trigger } from '#contract/commands.ts';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { problemAt, type SettingsFormProps } from '../settings-form.ts';
import { linesOf, usedTriggers } from './command-lists.ts';
import { CommandRow } from './command-row.tsx';
import styles from './commands.module.css';
import { ShellField } from './shell-field.tsx';
import { rowKey, useCommandChanges } from './use-command-changes.ts';

/** Commands that run on file events. */
export function CommandFields(props: SettingsFormProps) {
  const { t } = useTranslation();
  const { EnableExec, ManagedStore, ShellAccess } = pageConfig();
  if (ManagedStore) {
    return (
      <FieldGroup title={t('commands.title')} explanation={t('commands.unavailable')}>
        {null}
      </FieldGroup>
    );
  }
  if (!EnableExec) {
    const flag = (
      <code className={styles.code} dir="ltr">
        --disableExec=false
      </code>
    );
    const off = (
      <>
        {t('commands.off')} {flag}
      </>
    );
    return (
      <FieldGroup title={t('commands.title')} explanation={off}>
        {null}
      </FieldGroup>
    );
  }
  const { fields, problems, onChange } = props;
  return (
    <FieldGroup title={t('commands.title')} explanation={t('commands.text')}>
      <CommandLines {...props} hasShell={ShellAccess} />
      <CommandHelp />
      <ShellField
        shell={fields.shell}
        hasShell={ShellAccess && fields.shell.length > 0}
        error={problemAt(problems, 'shell')}
        onChange={(shell) => onChange({ shell })}
      />
    </FieldGroup>
  );
}

function CommandLines({
  fields: { commands, shell },
  problems,
  hasShell,
  onChange,
}: SettingsFormProps & { hasShell: boolean }) {
  const { t } = useTranslation();
  const group = useRef<HTMLDivElement>(null);
  const changes = useCommandChanges({
    group,
    commands,
    onChange: (changed) => onChange({ commands: changed }),
  });
  const used = usedTriggers(commands);
  return (
    <div ref={group} className={styles.lists}>
      {used.length === 0 && (
        <p className={styles.empty}>
          {t('commands.empty')} {t('commands.emptyHint')}
        </p>
      )}
      {used.map((trigger) => {
        const lines = linesOf(commands, trigger);
        const when = t(`commands.triggers.${trigger}`);
        return (
          <section key={trigger} className={styles.trigger}>
            <h3 className={styles.when}>{when}</h3>
            <ol className={styles.list} aria-label={t('commands.lines', { when })}>
              {lines.map((line, index) => (
                <CommandRow
                  // The position: commands have no identity, and a row must stay the same while its text is edited.
                  key={rowKey(trigger, index)}
                  trigger={trigger}
                  line={line}
                  index={index}
                  count={lines.length}
                  hasShell={hasShell && shell.length > 0}
                  problem={problems[`commands.${trigger}.${index}`]}
                  onChange={(changed) => changes.change(trigger, index, changed)}
                  onMove={(to) => changes.move(trigger, index, to)}
                  onRemove={() => changes.remove(trigger, index)}
                />
              ))}
            </ol>
            {problems[`commands.${trigger}`] !== undefined && (
              <p className={styles.problem} role="alert" tabIndex={-1} data-wrong="">
                {problems[`commands.${trigger}`]}
              </p>
            )}
          </section>
        );
      })}
      <AddCommand onAdd={changes.add} />
    </div>
  );
}

function AddCommand({ onAdd }: { onAdd(trigger: Trigger): void }) {
  const { t } = useTranslation();
  const [trigger, setTrigger] = useState<Trigger>('after_upload');
  return (
    <div className={styles.adder}>
      <SelectField<Trigger>
        label={t('commands.when')}
        value={trigger}
        options={TRIGGERS.map((value) => ({ value, label: t(`commands.triggers.${value}`) }))}
        onChange={setTrigger}
      />
      <Button data-part="add" onClick={() => onAdd(trigger)}>
        <Plus size={18} strokeWidth={1.75} aria-hidden />
        {t('commands.add')}
      </Button>
    </div>
  );
}

/** Explains the syntax and variables of commands. */
function CommandHelp() {
  const { t } = useTranslation();
  return (
    <details className={styles.details}>
      <summary>{t('commands.help')}</summary>
      <div className={styles.help}>
        <p>{t('commands.helpQuoting')}</p>
        <p>{t('commands.helpVariables')}</p>
        <dl className={styles.variables}>
          {COMMAND_VARIABLES.map((name) => (
            <div key={name} className={styles.variable}>
              <dt dir="ltr">${name}</dt>
              <dd>{t(`commands.variables.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('commands.helpEnvironment')}</p>
        <p>{t('commands.background')}</p>
        <p>{t('commands.helpFailure')}</p>
      </div>
    </details>
  );
}
