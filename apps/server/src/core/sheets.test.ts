import { read, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { Fail } from './errors.ts';
import { sniff } from './http/uploads.ts';
import { readSheet, writeTemplate } from './sheets.ts';
import { XlsxWriter } from './xlsx.ts';

const xls = (rows: unknown[][]) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'S');
  return Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array);
};

describe('reading a sheet', () => {
  it('gives every cell as text: long codes unrounded, sums without binary dust, Chinese intact', async () => {
    const rows = await readSheet(
      xls([
        ['编码', 'n'],
        [4006381333931, 0.1 + 0.2],
        ['  蓝牙耳机 ', true],
        [1e-7, null],
      ]),
    );
    expect(rows).toEqual([
      ['编码', 'n'],
      ['4006381333931', '0.3'],
      ['蓝牙耳机', 'TRUE'],
      ['0.0000001', ''],
    ]);
  });

  it('gives the texts of old files, in UTF-16 and in the code page of a country', async () => {
    expect(await readSheet(xls([['Ünïcödé “q” €', '红色']]))).toEqual([['Ünïcödé “q” €', '红色']]);
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['SKU', 'here']]), 'S');
    const old = Buffer.from(write(book, { type: 'buffer', bookType: 'biff5' }) as Uint8Array);
    old.writeUInt16LE(936, old.indexOf(Buffer.from([0x42, 0, 2, 0])) + 4);
    Buffer.from([0xb1, 0xad, 0xd7, 0xd3]).copy(old, old.indexOf('here'));
    expect(await readSheet(old)).toEqual([['SKU', '杯子']]);
  });

  it('refuses what is no workbook inside, and more rows than one import takes', async () => {
    const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(5000, 7)]);
    expect(sniff(ole)).toBe('xls');
    await expect(readSheet(ole)).rejects.toThrow(Fail);
    const many = xls(Array.from({ length: 5002 }, (_, i) => [`A${i}`]));
    await expect(readSheet(many)).rejects.toMatchObject({ code: 'sheet.tooManyRows' });
  });

  it('reads its own template back', async () => {
    const data = writeTemplate(
      [{ title: ['编码', 'Code'], required: true, example: 'A-1', hint: ['唯一', 'unique'] }],
      'zh',
    );
    expect(sniff(data)).toBe('xls');
    expect(await readSheet(data)).toEqual([['编码*'], ['A-1']]);
  });
});

describe('writing an .xlsx in a stream', () => {
  it('is read by a spreadsheet: text stays text, numbers stay exact', async () => {
    const writer = await XlsxWriter.open([
      { title: 'SKU', width: 12 },
      { title: '数量', width: 8 },
    ]);
    await writer.rows([
      ['=1+1', { number: '12.5000' }],
      ['a<b>&"c" \u0001中文 \ud800', null],
    ]);
    await writer.rows([['001', { number: '3' }]]);
    const data = await writer.finish();
    expect(sniff(data)).toBe('xlsx');
    const sheet = read(data).Sheets.Sheet1 ?? {};
    expect(utils.sheet_to_json(sheet, { header: 1, raw: true })).toEqual([
      ['SKU', '数量'],
      ['=1+1', 12.5],
      ['a<b>&"c" 中文 \ufffd'],
      ['001', 3],
    ]);
    expect((sheet.A2 as { t: string; f?: string }).f).toBeUndefined();
  });

  it('keeps 100,000 rows packed', async () => {
    const writer = await XlsxWriter.open([{ title: 'n', width: 8 }]);
    for (let page = 0; page < 100; page++)
      await writer.rows(Array.from({ length: 1000 }, (_, i) => [{ number: String(page * 1000 + i) }]));
    const data = await writer.finish();
    expect(data.length).toBeLessThan(2_000_000);
    const sheet = read(data, { dense: true }).Sheets.Sheet1;
    expect(sheet?.['!data']?.length).toBe(100_001);
  });
});
