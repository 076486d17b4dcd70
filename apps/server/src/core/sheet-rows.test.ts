import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../testing/property.ts';
import { readSheet } from './sheets.ts';
import { XlsxWriter } from './xlsx.ts';

const LARGE = 100_000;
const CELLS = [
  ['SKU', '名称', 'n', 'flag'],
  ['A-1 ', '台灯 <LED> & "暖光"', 4006381333931, true],
  ['0012', 'two\nlines', 0.1 + 0.2, false],
  [],
  ['_x0041_', "it's", 1e-7, ''],
];

const book = (rows: unknown[][], bookSST: boolean) => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(rows), 'S');
  return Buffer.from(write(made, { type: 'buffer', bookType: 'xlsx', bookSST, compression: true }) as Uint8Array);
};
const bare = (rows: string[][]) => rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));

it.each([true, false])('a large .xlsx is read as a small one is (shared texts: %s)', async (shared) => {
  const data = book(CELLS, shared);
  expect(bare(await readSheet(data, LARGE))).toEqual(bare(await readSheet(data)));
});

it('a large .xlsx with texts in its cells is read', async () => {
  const writer = await XlsxWriter.open([
    { title: 'SKU', width: 10 },
    { title: 'n', width: 10 },
  ]);
  await writer.rows(Array.from({ length: 20_000 }, (_, i) => [`<${i}> & 灯`, { number: `${i}.50` }]));
  const rows = await readSheet(await writer.finish(), LARGE);
  expect([rows.length, rows[0], rows[1], rows.at(-1)]).toEqual([
    20_001,
    ['SKU', 'n'],
    ['<0> & 灯', '0.5'],
    ['<19999> & 灯', '19999.5'],
  ]);
});

it('a large .csv has the cells that a small one has, whatever stands in them', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', ' ', '灯', '1', '.'), maxLength: 6 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      async (drawn) => {
        const rows = [['h1', 'h2', 'h3', 'h4'], ...drawn];
        const data = Buffer.from(rows.map((row) => row.map(quoted).join(',')).join('\r\n'));
        const read = await readSheet(data, LARGE);
        const filled = rows.map((row) => row.map((text) => text.trim()));
        while (filled.at(-1)?.every((text) => text === '')) filled.pop();
        expect(bare(read)).toEqual(bare(filled));
      },
    ),
    { numRuns: runs(15, 300) },
  );
});

it('a large .csv may be in GB 18030, name its separator, and end anywhere', async () => {
  const gb = Buffer.concat([Buffer.from('SKU;'), Buffer.from([0xb5, 0xc6]), Buffer.from('\nA;1')]);
  expect(await readSheet(gb, LARGE)).toEqual([
    ['SKU', '灯'],
    ['A', '1'],
  ]);
  expect(await readSheet(Buffer.from('sep=|\na,b|c\n1|'), LARGE)).toEqual([
    ['a,b', 'c'],
    ['1', ''],
  ]);
});

it('what is broken, or has too many rows, is refused', async () => {
  const data = book(CELLS, true);
  await expect(readSheet(data.subarray(0, data.length - 40), LARGE)).rejects.toMatchObject({
    code: 'sheet.unreadable',
  });
  const many = Buffer.from(Array.from({ length: LARGE + 2 }, (_, i) => `A${i}`).join('\n'));
  await expect(readSheet(many, LARGE)).rejects.toMatchObject({ code: 'sheet.tooManyRows' });
});
