import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../i18n/languages/en.json';
import { startI18n } from '../../i18n/i18n.ts';
import { CheckboxField } from './checkbox-field.tsx';
import { FieldGroup } from './field-group.tsx';
import { NO_PASSWORD } from './new-password.ts';
import { NumberField } from './number-field.tsx';
import { PasswordFields } from './password-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { SelectField } from './select-field.tsx';

beforeAll(() => startI18n(en));
afterEach(cleanup);

function show(content: ReactNode) {
  render(<>{content}</>);
  return userEvent.setup();
}

const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('a group of fields has a heading', () => {
  show(
    <FieldGroup title="Uploads" explanation="How files are sent.">
      <p>fields</p>
    </FieldGroup>,
  );
  const group = screen.getByRole('region', { name: 'Uploads' });
  expect(group.textContent).toBe('UploadsHow files are sent.fields');
});

test('a disabled check box explains the reason', async () => {
  let turns = 0;
  const user = show(
    <CheckboxField
      label="Share"
      hint="Links for others."
      checked
      disabledBecause="Administrators may do everything."
      onChange={() => (turns += 1)}
    />,
  );
  const box = screen.getByRole('checkbox', { name: 'Share' });
  expect(descriptionOf(box)).toBe('Administrators may do everything.');
  await user.click(box);
  expect(turns).toBe(0);
});

test('clicking its label toggles a check box', async () => {
  const turned: boolean[] = [];
  const user = show(
    <CheckboxField label="Share" checked={false} onChange={(on) => turned.push(on)} />,
  );
  await user.click(screen.getByText('Share'));
  expect(turned).toEqual([true]);
});

test('a select field reports its value and shows an error', async () => {
  const chosen: string[] = [];
  const options = [
    { value: 'en', label: 'English' },
    { value: 'fr', label: 'français' },
  ];
  const user = show(
    <SelectField
      label="Language"
      value="en"
      error="Choose another one."
      options={options}
      onChange={(value) => chosen.push(value)}
    />,
  );
  const select = screen.getByLabelText('Language');
  await user.selectOptions(select, 'français');
  expect(chosen).toEqual(['fr']);
  expect(select.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('Choose another one.');
});

test('a number field keeps the text, and reports undefined for invalid input', async () => {
  const changes: (number | undefined)[] = [];
  function Retries() {
    const [value, setValue] = useState<number | undefined>(5);
    return (
      <NumberField
        label="Retries"
        value={value}
        onChange={(number) => {
          changes.push(number);
          setValue(number);
        }}
      />
    );
  }
  const user = show(<Retries />);
  const field = screen.getByLabelText<HTMLInputElement>('Retries');
  expect(field.value).toBe('5');

  await user.clear(field);
  await user.type(field, '0x');
  expect(field.value).toBe('0x');
  expect(changes).toEqual([undefined, 0, undefined]);
  await user.clear(field);
  await user.type(field, '-1');
  expect(changes.at(-1)).toBeUndefined();
  await user.clear(field);
  await user.type(field, '٤٢');
  expect([field.value, changes.at(-1)]).toEqual(['٤٢', 42]);
});

test('password fields state whether both passwords match', async () => {
  function Passwords() {
    const [value, setValue] = useState(NO_PASSWORD);
    return (
      <PasswordFields
        label="New password"
        repeatLabel="Once more"
        hint="At least 12 characters."
        value={value}
        onChange={setValue}
      />
    );
  }
  const user = show(<Passwords />);
  const [first, second] = [
    screen.getByLabelText('New password'),
    screen.getByLabelText('Once more'),
  ];
  expect(descriptionOf(first)).toBe('At least 12 characters.');
  expect(first.getAttribute('autocomplete')).toBe('new-password');

  await user.type(first, 'secret');
  expect(screen.queryByText('The passwords don’t match.')).toBeNull();
  await user.type(second, 'secre');
  expect(descriptionOf(second)).toBe('The passwords don’t match.');
  expect(second.getAttribute('aria-invalid')).toBe('true');
  await user.type(second, 't');
  expect(descriptionOf(second)).toBe('The passwords match.');
  expect(second.getAttribute('aria-invalid')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect([first, second].map((field) => field.getAttribute('type'))).toEqual(['text', 'text']);
});

test('an error of a password replaces the hint', () => {
  const fields = { label: 'New password', repeatLabel: 'Once more', hint: 'A hint.' };
  show(
    <PasswordFields
      {...fields}
      error="Too short."
      value={NO_PASSWORD}
      onChange={() => undefined}
    />,
  );
  expect(descriptionOf(screen.getByLabelText('New password'))).toBe('Too short.');
});

function Bar({ failure }: { failure?: string }) {
  const [isChanged, setChanged] = useState(true);
  return (
    <SaveBar
      form="form"
      isChanged={isChanged}
      busy={false}
      failure={failure}
      onDiscard={() => setChanged(false)}
    />
  );
}

test('the save bar appears with changes and keeps the focus when it disappears', async () => {
  const user = show(<Bar />);
  expect(screen.getByRole('status').textContent).toBe('You have unsaved changes.');
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('form')).toBe('form');

  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

test('Ctrl+S submits the form of the save bar while there are changes, also from a text field', async () => {
  const saved: string[] = [];
  const user = show(
    <>
      <form
        id="form"
        onSubmit={(event) => {
          event.preventDefault();
          saved.push('saved');
        }}
      >
        <input aria-label="Name" />
      </form>
      <Bar />
    </>,
  );
  await user.click(screen.getByLabelText('Name'));
  await user.keyboard('{Control>}s{/Control}');
  expect(saved).toEqual(['saved']);

  await user.click(screen.getByRole('button', { name: 'Discard' }));
  const unhandled = fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
  expect(saved).toEqual(['saved']);
  // The browser does not offer to save the page as a file.
  expect(unhandled).toBe(false);
});

test('the save bar stays above a virtual keyboard', () => {
  const viewport = Object.assign(new EventTarget(), { height: 300, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 700);
  show(<Bar />);
  const bar = () => document.querySelector<HTMLElement>('[data-part="save-bar"]');
  expect(bar()?.style.getPropertyValue('--hidden-height')).toBe('400px');

  act(() => {
    viewport.height = 700;
    viewport.dispatchEvent(new Event('resize'));
  });
  expect(bar()?.style.getPropertyValue('--hidden-height')).toBe('0px');
  vi.unstubAllGlobals();
});

test('a failure to save appears in the save bar and is read out', () => {
  show(<Bar failure="Can’t connect to the server." />);
  expect(screen.getByRole('alert').textContent).toBe('Can’t connect to the server.');
  expect(screen.getByRole('status').textContent).toBe('');
});
