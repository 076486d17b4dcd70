import { expect, it } from 'vitest';
import { countryCode, countryOrText, stateCode, threeLetters } from './places.ts';

it('countries are known by code and by name', () => {
  expect(
    ['us', 'United States', 'USA', 'Mexico', 'UK', 'United Kingdom', 'Saudi Arabia', 'brazil'].map(countryCode),
  ).toEqual(['US', 'US', 'US', 'MX', 'GB', 'GB', 'SA', 'BR']);
  // Also where a code of former times has the same name.
  expect(['germany', 'Yemen', 'Vietnam', 'Hong Kong', 'Czech Republic', 'Turkey'].map(countryCode)).toEqual([
    'DE',
    'YE',
    'VN',
    'HK',
    'CZ',
    'TR',
  ]);
  expect(countryCode('Unknown Region')).toBeUndefined();
  // ISO 3166-1, also where the three letters do not begin with the two.
  expect(['DEU', 'mex', 'CHN', 'IRL', 'PRI', 'SWE', 'CHE', 'UKR', 'ESP'].map(countryCode)).toEqual([
    'DE',
    'MX',
    'CN',
    'IE',
    'PR',
    'SE',
    'CH',
    'UA',
    'ES',
  ]);
  expect(['Atlantis', '', undefined].map(countryCode)).toEqual([undefined, undefined, undefined]);
});

it('a country that nobody knows keeps its text', () => {
  expect(['GBR', ' XYZ ', 'Atlantis', undefined].map(countryOrText)).toEqual(['GB', 'XYZ', 'Atlantis', '']);
});

it('states of the United States are told by their codes', () => {
  expect([stateCode('US', 'MARYLAND'), stateCode('US', 'CA'), stateCode('MX', 'Jalisco')]).toEqual([
    'MD',
    'CA',
    'Jalisco',
  ]);
});

it('knows the three letters of a country', () => {
  expect(['DE', 'us', 'GB', 'XX', ''].map(threeLetters)).toEqual(['DEU', 'USA', 'GBR', undefined, undefined]);
});
