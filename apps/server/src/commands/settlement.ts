import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isZone } from '@tradewind/connectors/settlement-files/columns.ts';
import { NotASettlement } from '@tradewind/connectors/settlement-files/file.ts';
import { readColumns, readSettlementFile } from '@tradewind/connectors/settlement-files/read.ts';
import { Fail } from '../core/errors.ts';
import { tableIn } from '../core/file-content.ts';
import { Refused, run, say } from './command.ts';

const USAGE =
  'npm run settlement -- read FILE --platform PLATFORM [--columns FILE.json] [--currency USD] [--date-order mdy|dmy] [--decimal .|,] [--zone Asia/Shanghai] [--encoding shift_jis]';
const MOST_ROWS = 1_000_000;

/** Reads a settlement file without a company or a database, and prints what it holds; see docs/settlement-files.md. */
async function settlement(args: string[]): Promise<void> {
  const { values, positionals } = parsed(args);
  const [act, path, more] = positionals;
  const { platform, currency, encoding, zone } = values;
  const dateOrder = oneOf(values['date-order'], ['mdy', 'dmy']);
  const decimal = oneOf(values.decimal, ['.', ',']);
  if (act !== 'read' || !path || more !== undefined || !platform) throw new Refused(USAGE);
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) throw new Refused(USAGE);
  if (zone !== undefined && !isZone(zone)) throw new Refused(USAGE);
  try {
    const columns = values.columns === undefined ? undefined : readColumns(await jsonIn(values.columns));
    const input = await tableIn(await bytesOf(path), MOST_ROWS).catch((error: Error) => {
      throw error instanceof Fail ? error : new NotASettlement(`${path}: ${error.message}.`);
    });
    const options = { platform, columns, currency, encoding, dateOrder, decimal, zone };
    // Lines are counted and added up, not kept.
    const { lines: _, ...file } = readSettlementFile(input, options, () => {});
    const unmapped = file.totalsByType.filter(({ kind }) => kind === 'other');
    const { format, header, gap, totalsByType, totalsByMonth, setAside, lineCount, zeroRows } = file;
    const answer = {
      platform,
      format,
      header,
      gap,
      totalsByType,
      totalsByMonth,
      unmapped,
      setAside,
      lineCount,
      zeroRows,
    };
    say(JSON.stringify(answer, null, 2));
  } catch (error) {
    if (error instanceof NotASettlement) throw new Refused(error.message);
    if (error instanceof Fail) throw new Refused(`${path} cannot be read as a workbook (${error.code}).`);
    throw error;
  }
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    zone: text,
    encoding: text,
    platform: text,
    columns: text,
    currency: text,
    'date-order': text,
    decimal: text,
  };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch {
    throw new Refused(USAGE);
  }
}

function oneOf<T extends string>(value: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((one) => one === value);
  if (value !== undefined && found === undefined) throw new Refused(USAGE);
  return found;
}

async function bytesOf(path: string): Promise<Buffer> {
  if (!existsSync(path)) throw new Refused(`There is no file ${path}.`);
  return readFile(path);
}

async function jsonIn(path: string): Promise<unknown> {
  const text = (await bytesOf(path)).toString('utf8').replace(/^\ufeff/, '');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(`${path} is no JSON.`);
  }
}

await run(settlement);
