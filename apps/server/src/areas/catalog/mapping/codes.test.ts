import fc from 'fast-check';
import { expect, it } from 'vitest';
import { barcodesOf, codeOf, readingsOf } from './codes.ts';

const skus = fc.stringMatching(/^[A-Za-z0-9 \-_./é台]{1,30}$/);

it('codes: the same however they are written, and writing them again changes nothing', () => {
  fc.assert(
    fc.property(skus, fc.constantFrom('', '-', '_', '.', '/', ' ', '\u3000'), (sku, separator) => {
      const code = codeOf(sku);
      expect(codeOf(code)).toBe(code);
      expect(codeOf([...sku.toLowerCase()].join(separator))).toBe(code);
      if (code !== '') expect(readingsOf(sku)[0]).toEqual({ code, factor: null, left: '' });
    }),
  );
});

it('readings: what a shop puts around a SKU comes off, and no part of the SKU itself', () => {
  const around = fc.array(fc.constantFrom('US', 'FBA', 'amz', 'Demo'), { maxLength: 2 });
  const separators = fc.constantFrom('-', '_', ' ', '/');
  fc.assert(
    fc.property(around, around, separators, (before, after, separator) => {
      const sku = [...before, 'TW', 'LAMP', '01', ...after].join(separator);
      expect(readingsOf(sku, 'Demo shop').map(({ code }) => code)).toContain('TWLAMP01');
      expect(readingsOf(sku, 'Demo shop').every(({ code }) => code.includes('TWLAMP01'))).toBe(true);
    }),
  );
  const of = (sku: string) => readingsOf(sku).map(({ code, left }) => [code, left]);
  expect(of('TW-LAMP-01.1')).toEqual([
    ['TWLAMP011', ''],
    ['TWLAMP01', '.1'],
  ]);
  expect(of('US-LAMP_FBA')).toEqual([
    ['USLAMPFBA', ''],
    ['USLAMP', '_FBA'],
    ['LAMPFBA', 'US-'],
    ['LAMP', 'US- _FBA'],
  ]);
  expect(of('US')).toEqual([['US', '']]);
  expect(of(' -_ ')).toEqual([]);
});

it.each([
  ['LAMP-2PK', 2],
  ['lamp_x3', 3],
  ['LAMP*2', 2],
  ['LAMP ×12', 12],
  ['LAMP-PACK4', 4],
  ['LAMP6pcs', 6],
  ['LAMP-2PK-US', 2],
  ['LAMP-US-2PK', 2],
  ['3X-LAMP', 3],
  ['LAMP-2件装', 2],
])('readings: %s is several of LAMP', (sku, factor) => {
  expect(readingsOf(sku)).toContainEqual(expect.objectContaining({ code: 'LAMP', factor }));
});

it.each(['LAMPX3', 'LAMP-3', 'LAMP-0PK', '2PK', 'BOX-X'])('readings: %s says no number of units', (sku) => {
  expect(readingsOf(sku).every(({ factor }) => factor === null)).toBe(true);
});

it('barcodes: all spellings of a number lead to the same spellings', () => {
  const spellings = ['36000291452', '036000291452', '0036000291452', '00036000291452'];
  for (const one of spellings) expect(barcodesOf(one).sort()).toEqual(spellings.toSorted());
  expect(barcodesOf('96385074')).toEqual(['96385074', '000096385074', '0000096385074', '00000096385074']);
  expect(barcodesOf(' X00170NZI8 ')).toEqual(['X00170NZI8']);
  expect(barcodesOf('10614141123459')).toEqual(['10614141123459']);
});
