import { read, utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { CsvWriter } from './csv.ts';
import { openSpool } from './spool.ts';
import { XlsxWriter } from './xlsx.ts';

const folder = () => process.env.TEST_FOLDER ?? '/tmp';
const COLUMNS = [
  { title: 'SKU', width: 12 },
  { title: '数量', width: 8 },
];

it('goes on in a further sheet where one is full, each with its titles, and the next sheet keeps its name', async () => {
  const chunks: Buffer[] = [];
  const writer = await XlsxWriter.book(['Rows', 'About'], {
    write: async (chunk) => void chunks.push(chunk),
    sheetRows: 3,
  });
  await writer.sheet(COLUMNS);
  for (const from of [0, 2, 4]) await writer.rows([from, from + 1].map((n) => [`S-${n}`, { number: String(n) }]));
  await writer.rows([['S-6', { number: '6' }]]);
  await writer.sheet([{ title: 'What', width: 8 }]);
  await writer.rows([['x']]);
  await writer.end();
  const { Sheets, SheetNames } = read(Buffer.concat(chunks));
  expect(SheetNames).toEqual(['Rows', 'Rows (2)', 'Rows (3)', 'About']);
  const rows = (name: string) => utils.sheet_to_json<string[]>(Sheets[name] ?? {}, { header: 1 });
  expect(rows('Rows (2)')).toEqual([
    ['SKU', '数量'],
    ['S-3', 3],
    ['S-4', 4],
    ['S-5', 5],
  ]);
  expect(rows('Rows (3)')).toEqual([
    ['SKU', '数量'],
    ['S-6', 6],
  ]);
  expect(rows('About')).toEqual([['What'], ['x']]);
});

it('writes CSV that a spreadsheet reads as it is: UTF-8, quoted, figures as they are, no formulas', async () => {
  const chunks: Buffer[] = [];
  const writer = new CsvWriter(async (chunk) => void chunks.push(chunk));
  await writer.sheet(COLUMNS);
  await writer.rows([
    ['a,"b"\n中文', { number: '-12.50' }],
    ['=1+1', null],
    [' @x', { number: '3' }],
  ]);
  await writer.sheet([{ title: 'About', width: 8 }]);
  await writer.rows([['not in it']]);
  await writer.end();
  expect(Buffer.concat(chunks).toString('utf8')).toBe(
    '\ufeffSKU,数量\r\n"a,""b""\n中文",-12.50\r\n\'=1+1,\r\n\' @x,3\r\n',
  );
});

it('keeps a file under way on the disk, without a name', async () => {
  const { readdir, mkdtemp } = await import('node:fs/promises');
  const dataDir = await mkdtemp(`${folder()}/spool-`);
  const spool = await openSpool(dataDir);
  await spool.write(Buffer.from('one '));
  await spool.write(Buffer.from('two'));
  const parts: Buffer[] = [];
  for await (const part of spool.read()) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toBe('one two');
  expect(spool.bytes()).toBe(7);
  expect(await readdir(`${dataDir}/spool`)).toEqual([]);
  await spool.close();
});
