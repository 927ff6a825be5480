import { expect, test } from 'vitest';
import { createAttemptThrottle, SHARE_ATTEMPT_LIMITS } from './attempt-throttle.ts';

test('failures from elsewhere do not lock a user out of a network they log in from', () => {
  const throttle = createAttemptThrottle(() => 0);
  throttle.begin('192.0.2.1', 'anna').succeeded();

  for (let guess = 0; guess < 10; guess += 1) throttle.begin('203.0.113.9', 'anna');

  expect(() => throttle.begin('203.0.113.9', 'anna')).toThrow('too many');
  expect(() => throttle.begin('192.0.2.1', 'anna')).not.toThrow();
});

test('failures do not lock a user out of a network they have not logged in from before', () => {
  const throttle = createAttemptThrottle(() => 0);
  const guessing = () => {
    for (let guess = 0; guess < 30; guess += 1) throttle.begin('203.0.113.9', 'anna');
  };
  expect(guessing).toThrow('too many');
  expect(() => throttle.begin('192.0.2.1', 'anna')).not.toThrow();
});

test('trying many names from one address is stopped within 20 guesses', () => {
  const throttle = createAttemptThrottle(() => 0);
  const spraying = () => {
    for (let guess = 0; guess < 20; guess += 1) throttle.begin('203.0.113.9', `name ${guess}`);
  };
  expect(spraying).toThrow('too many');
});

test('guessing at one name from many addresses is limited', () => {
  const throttle = createAttemptThrottle(() => 0);
  const guessing = () => {
    for (let guess = 0; guess < 101; guess += 1) throttle.begin(`203.0.113.${guess}`, 'anna');
  };
  expect(guessing).toThrow('too many');
});

test('many people behind one router may mistype the password of one share', () => {
  const throttle = createAttemptThrottle(() => 0, SHARE_ATTEMPT_LIMITS);
  const guess = () => throttle.begin('192.0.2.1', 'a share');
  for (let person = 0; person < 20; person += 1) guess();
  expect(guess).toThrow('too many');
  expect(() => throttle.begin('192.0.2.2', 'a share')).not.toThrow();
});

test('failures at other names from the same address do not lock a user out', () => {
  const throttle = createAttemptThrottle(() => 0);
  throttle.begin('192.0.2.1', 'anna').succeeded();

  for (let guess = 0; guess < 15; guess += 1) throttle.begin('192.0.2.1', `name ${guess}`);

  expect(() => throttle.begin('192.0.2.1', 'bob')).toThrow('too many');
  expect(() => throttle.begin('192.0.2.1', 'anna')).not.toThrow();
});

test('without client addresses, failures only affect the names they are for', () => {
  const throttle = createAttemptThrottle(() => 0);

  for (let guess = 0; guess < 60; guess += 1) throttle.begin('', `name ${guess}`);
  for (let guess = 0; guess < 10; guess += 1) throttle.begin('', 'bob');

  expect(() => throttle.begin('', 'bob')).toThrow('too many');
  expect(() => throttle.begin('', 'anna')).not.toThrow();
});

test('an invented name does not affect users at the same address', () => {
  const throttle = createAttemptThrottle(() => 0);
  throttle.begin('192.0.2.1', 'anna').succeeded();

  for (let guess = 0; guess < 10; guess += 1) throttle.begin('203.0.113.9', '192.0.2.1 anna');

  expect(() => throttle.begin('192.0.2.1', 'anna')).not.toThrow();
});

test('continued guessing does not lock others out for long', () => {
  let now = 0;
  const throttle = createAttemptThrottle(() => now);
  const waitsOf = (address: string): boolean => {
    try {
      throttle.begin(address, 'a link');
      return false;
    } catch {
      return true;
    }
  };
  for (; now < 600_000; now += 1_000) waitsOf('203.0.113.9');

  const came = now;
  while (waitsOf('192.0.2.1')) {
    now += 100;
    waitsOf('203.0.113.9');
  }
  expect(now - came).toBeLessThanOrEqual(24_000);
});

test('attempts from the usual network of a user are limited too', () => {
  const throttle = createAttemptThrottle(() => 0);
  throttle.begin('192.0.2.1', 'anna').succeeded();

  for (let guess = 0; guess < 10; guess += 1) throttle.begin('192.0.2.1', 'anna');

  expect(() => throttle.begin('192.0.2.1', 'anna')).toThrow('too many');
});

test('attempts that were not checked do not count, and do not make a network trusted', () => {
  const throttle = createAttemptThrottle(() => 0);
  for (let guess = 0; guess < 60; guess += 1) throttle.begin('192.0.2.1', 'anna').withdrawn();

  const guessing = () => {
    for (let guess = 0; guess < 101; guess += 1) throttle.begin(`203.0.113.${guess}`, 'anna');
  };
  expect(guessing).toThrow('too many');
  expect(() => throttle.begin('192.0.2.1', 'anna')).toThrow('too many');
});
