import { MARKETPLACES } from '../marketplaces/registry.ts';
import { reasonOf } from '../read.ts';
import { readAmazon } from './amazon.ts';
import { isAmazonXml, rowsOfAmazonXml } from './amazon-xml.ts';
import { type SettlementColumns, type SettlementColumnsInput, settlementColumns } from './columns.ts';
import { isEdi, readEdi } from './edi.ts';
import {
  type Found,
  NotASettlement,
  type SettlementFile,
  type SettlementFileLine,
  type SettlementFileOptions,
} from './file.ts';
import { PRESETS } from './presets.ts';
import { type Rows, rowsOfText } from './rows.ts';
import { readTable } from './table.ts';
import { collect } from './tally.ts';
import { textOf } from './text.ts';

/** Mappings come from files and databases. @throws NotASettlement naming what does not fit */
export function readColumns(json: unknown): SettlementColumns {
  const read = settlementColumns.safeParse(json);
  if (!read.success) throw new NotASettlement(`These are no columns of a settlement: ${reasonOf(read.error)}.`);
  return read.data;
}

/**
 * Reads a settlement file: its bytes, or the rows of a workbook. The text is held once, its rows are gone through and
 * dropped. With `onLine` no line is kept either, so that the memory does not grow with the file's rows.
 * @throws NotASettlement
 */
export function readSettlementFile(
  input: Uint8Array | readonly (readonly string[])[],
  options: SettlementFileOptions & { columns?: SettlementColumnsInput | undefined },
  onLine?: (line: SettlementFileLine) => void,
): SettlementFile {
  const { platform } = options;
  if (!MARKETPLACES.some((one) => one.platform === platform))
    throw new NotASettlement(
      `There is no platform ${platform}: ${MARKETPLACES.map((one) => one.platform).join(', ')}.`,
    );
  const text = input instanceof Uint8Array ? textOf(input, options.encoding) : undefined;
  if (text?.includes('\0')) throw new NotASettlement('This is no text: settlements are.');
  const { format, found } =
    text !== undefined && isEdi(text)
      ? readEdi(text, options)
      : text !== undefined && platform === 'amazon' && isAmazonXml(text)
        ? { ...readAmazon(rowsOfAmazonXml(text), options), format: 'amazon XML' }
        : readRows(text === undefined ? (input as Rows) : rowsOfText(text), options);
  return collect(format, found, onLine);
}

function readRows(
  rows: Rows,
  options: SettlementFileOptions & { columns?: SettlementColumnsInput | undefined },
): { format: string; found: Iterable<Found> } {
  const { platform, columns } = options;
  const preset = PRESETS[platform];
  if (columns) {
    const kindOf = columns.kinds?.length ? undefined : preset?.kindOf;
    return { format: 'table', found: readTable(rows, kindOf ? { columns, kindOf } : { columns }, options) };
  }
  if (platform === 'amazon') return readAmazon(rows, options);
  if (preset) return { format: `table ${platform}`, found: readTable(rows, preset, options) };
  throw new NotASettlement(`Files of ${platform} have no fixed columns: say what each column is.`);
}
