import type { RuleProblem, RuleTrialOutcome } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import en from '../../i18n/languages/en.json';
import { startI18n } from '../../i18n/i18n.ts';
import { LiveRegion } from '../live-region.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { textOfRule, withKind, withText, NEW_RULE } from './rule-list.ts';
import type { TryPath } from './use-trial.ts';

afterEach(cleanup);

const deny = (path: string): Rule => withText(NEW_RULE, path);
const allow = (path: string): Rule => ({ ...deny(path), allow: true });

interface Wish {
  readonly problems?: readonly RuleProblem[];
  readonly tryPath?: TryPath;
}

const nothingSaid: TryPath = () => Promise.resolve({ allowed: true, problems: [] });

function open(rules: readonly Rule[], { problems = [], tryPath = nothingSaid }: Wish = {}) {
  startI18n(en);
  let shown = rules;
  function Form() {
    const [kept, setKept] = useState(rules);
    const keep = (changed: readonly Rule[]) => {
      shown = changed;
      setKept(changed);
    };
    return (
      <RulesEditor
        list="global"
        rules={kept}
        problems={problems}
        onChange={keep}
        tryPath={tryPath}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
      <LiveRegion />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), rules: () => shown, texts: () => shown.map(textOfRule) };
}

const button = (name: string) => screen.getByRole('button', { name });
const row = (number: number) => screen.getByRole('listitem', { name: `Rule ${number}` });

test('a rule is added by keyboard, and an empty one is not an error yet', async () => {
  const { user, rules } = open([]);
  expect(screen.getByText('No rules yet.')).toBeTruthy();

  await user.tab();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Rule 1: path'));
  expect(within(row(1)).queryByText('Enter a path or a regular expression.')).toBeNull();
  await user.keyboard('private');
  expect(within(row(1)).getByText('Start the path with a slash (/).')).toBeTruthy();
  await user.clear(screen.getByLabelText('Rule 1: path'));
  expect(within(row(1)).getByText('Enter a path or a regular expression.')).toBeTruthy();
  await user.keyboard('/private');

  expect(rules()).toEqual([deny('/private')]);
  const field = screen.getByLabelText('Rule 1: path');
  expect(field.getAttribute('aria-invalid')).toBeNull();
});

test('a rule can allow, and can be a regular expression', async () => {
  const { user, rules } = open([deny('/a')]);
  expect(screen.getByText(/A rule without “Allow” denies access\./)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Rule 1 Allow' }));
  await user.click(screen.getByRole('checkbox', { name: 'Rule 1 Regular expression' }));
  await user.type(screen.getByLabelText('Rule 1: regular expression'), '$');
  expect(rules()).toEqual([withKind(allow('/a$'), true)]);

  await user.click(screen.getByRole('checkbox', { name: 'Rule 1 Allow' }));
  await user.click(screen.getByRole('checkbox', { name: 'Rule 1 Regular expression' }));
  expect(rules()).toEqual([deny('/a$')]);
});

test('moving a rule keeps the focus on it', async () => {
  const { user, texts } = open([deny('/a'), deny('/b'), deny('/c')]);
  button('Move rule 1 down').focus();
  await user.keyboard('{Enter}');
  expect(texts()).toEqual(['/b', '/a', '/c']);
  expect(screen.getByText('Rule moved to position 2 of 3.')).toBeTruthy();
  expect(document.activeElement).toBe(button('Move rule 2 down'));

  await user.keyboard('{Enter}');
  expect(texts()).toEqual(['/b', '/c', '/a']);
  expect(document.activeElement).toBe(button('Move rule 3 up'));
});

test('removing a rule moves the focus to the next one, or to the add button', async () => {
  const { user, texts } = open([deny('/a'), deny('/b'), deny('/c')]);
  await user.click(button('Remove rule 2'));
  expect(texts()).toEqual(['/a', '/c']);
  expect(screen.getByText('Rule removed. 2 rules left.')).toBeTruthy();
  expect(document.activeElement).toBe(button('Remove rule 2'));

  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Remove rule 1'));
  await user.keyboard('{Enter}');
  expect(texts()).toEqual([]);
  expect(document.activeElement).toBe(button('Add rule'));
});

test('testing a path shows the result and marks the deciding rule', async () => {
  const asked: string[] = [];
  const answers: Record<string, RuleTrialOutcome> = {
    '/private/a': {
      allowed: false,
      decidedBy: { list: 'global', index: 1, allow: false },
      problems: [],
    },
    '/public': { allowed: true, problems: [] },
    '/own': {
      allowed: true,
      decidedBy: { list: 'user', index: 0, allow: true },
      problems: [],
    },
  };
  const { user } = open([allow('/'), deny('/private')], {
    tryPath: (path) => {
      asked.push(path);
      return Promise.resolve(answers[path] ?? { allowed: true, problems: [] });
    },
  });
  const field = screen.getByLabelText('Test a path');
  await user.type(field, '/private/a');
  expect(await screen.findByText('Denied by rule 2.')).toBeTruthy();
  expect(within(row(2)).getByText('Decides for the tested path')).toBeTruthy();
  expect(within(row(1)).queryByText('Decides for the tested path')).toBeNull();
  expect(asked.filter((path) => path !== '/')).toEqual(['/private/a']);

  await user.clear(field);
  await user.type(field, 'public');
  expect(await screen.findByText('Allowed: no rule matches.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'own');
  expect(await screen.findByText('Allowed by rule 1 of this user.')).toBeTruthy();
  expect(screen.queryByText('Decides for the tested path')).toBeNull();
});

test('the verdict on another path is never shown for the one that is typed', async () => {
  const answers = new Map<string, (outcome: RuleTrialOutcome) => void>();
  const { user } = open([deny('/private')], {
    tryPath: (path) => new Promise((resolve) => answers.set(path, resolve)),
  });
  const field = screen.getByLabelText('Test a path');
  // Without a path, the rules are validated with that of the root.
  await waitFor(() => expect(answers.has('/')).toBe(true));
  await act(async () => answers.get('/')?.({ allowed: true, problems: [] }));
  await user.type(field, '/private');
  expect(screen.getByText('Testing…')).toBeTruthy();
  await waitFor(() => expect(answers.has('/private')).toBe(true));
  expect(screen.getByText('Testing…')).toBeTruthy();
  const decidedBy = { list: 'global', index: 0, allow: false } as const;
  await act(async () => answers.get('/private')?.({ allowed: false, decidedBy, problems: [] }));
  expect(await screen.findByText('Denied by rule 1.')).toBeTruthy();

  await user.type(field, 'ly');
  expect(screen.queryByText('Denied by rule 1.')).toBeNull();
  expect(within(row(1)).queryByText('Decides for the tested path')).toBeNull();
  await waitFor(() => expect(answers.has('/privately')).toBe(true));
  expect(screen.getByText('Testing…')).toBeTruthy();
});

test('problems of earlier rules do not appear at other rules while the changed ones are tested', async () => {
  const answers: ((outcome: RuleTrialOutcome) => void)[] = [];
  const { user } = open([deny('/a'), withKind(deny('(x'), true), deny('/c')], {
    tryPath: () => new Promise((resolve) => answers.push(resolve)),
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  const reason = 'missing closing )';
  await act(async () =>
    answers[0]?.({ allowed: true, problems: [{ list: 'global', index: 1, reason }] }),
  );
  expect(await within(row(2)).findByText(reason)).toBeTruthy();
  await user.click(button('Remove rule 2'));
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(screen.queryByText(reason)).toBeNull();
});

test('a problem found by the server appears at its rule until it is corrected', async () => {
  const { user } = open([deny('/a'), withKind(deny('(x'), true)], {
    tryPath: (_path, _signal) =>
      Promise.resolve({
        allowed: true,
        problems:
          screen.queryByDisplayValue('(x') === null
            ? []
            : [{ list: 'global', index: 1, reason: 'missing closing )' }],
      }),
  });
  expect(await within(row(2)).findByText('missing closing )')).toBeTruthy();
  const field = screen.getByLabelText('Rule 2: regular expression');
  expect(field.getAttribute('aria-invalid')).toBe('true');

  await user.type(field, ')');
  await waitFor(() => expect(screen.queryByText('missing closing )')).toBeNull());
});

test('a rejected rule shows the reason', () => {
  open([deny('/a'), deny('/b')], {
    problems: [{ list: 'global', index: 0, reason: 'has to be without ..' }],
  });
  expect(within(row(1)).getByText('has to be without ..')).toBeTruthy();
});

test('an empty rule is marked after saving was attempted', async () => {
  const { user } = open([deny('/a')], {
    problems: [{ list: 'global', index: 1, reason: 'the path is empty' }],
  });
  await user.click(button('Add rule'));
  expect(within(row(2)).getByText('Enter a path or a regular expression.')).toBeTruthy();
  expect(screen.getByLabelText('Rule 2: path').getAttribute('aria-invalid')).toBe('true');
});

test('a new, empty rule does not affect tested paths', async () => {
  const decidedBy = { list: 'global', index: 0, allow: false } as const;
  const { user } = open([], {
    tryPath: () => Promise.resolve({ allowed: false, decidedBy, problems: [] }),
  });
  await user.click(button('Add rule'));
  await user.type(screen.getByLabelText('Test a path'), '/a');
  expect(await screen.findByText('Complete rule 1 first.')).toBeTruthy();
  expect(within(row(1)).queryByText('Decides for the tested path')).toBeNull();

  await user.type(screen.getByLabelText('Rule 1: path'), '/a');
  expect(await screen.findByText('Denied by rule 1.')).toBeTruthy();
});

test('an invalid tested path is reported', async () => {
  const { user } = open([deny('/a')], { tryPath: () => Promise.reject(new Error('no')) });
  await user.type(screen.getByLabelText('Test a path'), '/a');
  expect(await screen.findByText(/^Couldn’t test the path\./)).toBeTruthy();
});

test('shows two hundred rules, of which the last can be moved', async () => {
  const { user, texts } = open(Array.from({ length: 200 }, (_, n) => deny(`/${n}`)));
  expect(screen.getAllByRole('listitem')).toHaveLength(200);
  await user.click(button('Move rule 200 up'));
  expect(texts().slice(-2)).toEqual(['/199', '/198']);
});
