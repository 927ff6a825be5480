import { expect, test } from 'vitest';
import { createSignInThrottle } from './sign-in-throttle.ts';

test('nobody locks a person out of the place they sign in from by failing elsewhere', () => {
  const throttle = createSignInThrottle(() => 0);
  throttle.begin('192.0.2.1', 'anna').succeeded();

  for (let guess = 0; guess < 10; guess += 1) throttle.begin('203.0.113.9', 'anna');

  expect(() => throttle.begin('203.0.113.9', 'anna')).toThrow('too many');
  expect(() => throttle.begin('192.0.2.1', 'anna')).not.toThrow();
});

test('where a person signs in, guessing is limited as well', () => {
  const throttle = createSignInThrottle(() => 0);
  throttle.begin('192.0.2.1', 'anna').succeeded();

  for (let guess = 0; guess < 10; guess += 1) throttle.begin('192.0.2.1', 'anna');

  expect(() => throttle.begin('192.0.2.1', 'anna')).toThrow('too many');
});
