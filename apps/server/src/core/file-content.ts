import { readSheet } from './sheets.ts';
import { memberOf, membersOf } from './zip.ts';

const MOST_PARTS = 2_000;
/** Of a table of text, unpacked. */
const MOST_BYTES = 400 * 1024 * 1024;
const isZip = (data: Buffer) => data[0] === 0x50 && data[1] === 0x4b;
/** Excel 97-2003. */
const isOldBook = (data: Buffer) => data.readUInt32BE(0) === 0xd0cf11e0;

/**
 * What a file with a table holds: the rows of a workbook, else its bytes; of an archive with one table of text those of the
 * table. @throws ruleBroken sheet.unreadable, sheet.tooManyRows; Error for an archive that holds anything else
 */
export async function tableIn(data: Buffer, mostRows: number): Promise<Buffer | string[][]> {
  if (data.length < 4) return data;
  if (isOldBook(data)) return readSheet(data, mostRows);
  if (!isZip(data)) return data;
  const members = [...membersOf(data, MOST_PARTS)].filter(({ name }) => !/\/$|(^|\/)(__MACOSX\/|\.)/.test(name));
  if (members.some(({ name }) => /^\/?xl\//.test(name))) return readSheet(data, mostRows);
  const tables = members.filter(({ name }) => /\.(csv|txt|tsv|edi|x12)$/i.test(name));
  const [table, other] = tables;
  if (!table) throw new Error(`the archive holds no table: ${members.map(({ name }) => name).join(', ')}`);
  if (other) throw new Error(`the archive holds ${tables.length} tables: ${tables.map(({ name }) => name).join(', ')}`);
  return memberOf(data, table, MOST_BYTES);
}
