import { expect, test } from 'vitest';
import { physicalLines } from './logical-styles.mjs';

const linesRefusedOf = (...declarations) =>
  physicalLines('ui/any.module.css', `.any {\n  ${declarations.join(';\n  ')};\n}\n`).length;

test('a side of the screen is refused, wherever it hides', () => {
  const refused = [
    'left: 0',
    'margin-right: 4px',
    'padding-left: 1em',
    'border-left: 1px solid red',
    'border-top-left-radius: 4px',
    'text-align: right',
    'float: left',
    'margin: 0 4px 0 8px',
    'transform-origin: left top',
    'background-position: right 8px center',
    'transform: translateX(8px)',
    'translate: -50% 0',
    'background: linear-gradient(to right, red, blue)',
    'box-shadow: -4px 0 8px black',
  ];
  for (const line of refused) expect([line, linesRefusedOf(line)]).toEqual([line, 1]);
});

test('start and end are right, and what has no side', () => {
  const right = [
    'inset-inline-start: 0',
    'margin: 0 4px 0 4px',
    'padding: 4px 8px',
    'text-align: start',
    'translate: 0 8px',
    'transform: rotate(180deg)',
    'transform: translateY(4px)',
    'transform-origin: center',
    'box-shadow: 0 1px 0 black',
    'background: linear-gradient(red, blue)',
  ];
  expect(linesRefusedOf(...right)).toBe(0);
});

test('file and line are reported, a comment is ignored, and a declaration with a reason stays', () => {
  const text = '/* left: 0;\n*/\n.any {\n  right: 0;\n}\n';
  expect(physicalLines('ui/any.css', text)).toEqual(['ui/any.css:4: right: 0: use start and end']);
  const terminal = 'features/terminal/terminal.module.css';
  expect(physicalLines(terminal, '.log {\n  text-align: left;\n}\n')).toEqual([]);
});
