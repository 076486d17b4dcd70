import { expect, it } from 'vitest';
import { countryCode, stateCode } from './places.ts';

it('countries are known by code and by name', () => {
  expect(
    ['us', 'United States', 'USA', 'Mexico', 'UK', 'United Kingdom', 'Saudi Arabia', 'brazil'].map(countryCode),
  ).toEqual(['US', 'US', 'US', 'MX', 'GB', 'GB', 'SA', 'BR']);
  expect(['Atlantis', '', undefined].map(countryCode)).toEqual([undefined, undefined, undefined]);
});

it('states of the United States are told by their codes', () => {
  expect([stateCode('US', 'MARYLAND'), stateCode('US', 'CA'), stateCode('MX', 'Jalisco')]).toEqual([
    'MD',
    'CA',
    'Jalisco',
  ]);
});
