import { createHash } from 'node:crypto';
import type { SettlementLine } from '@tradewind/connectors/capabilities/settlements.ts';
import { isAmazonXml } from '@tradewind/connectors/settlement-files/amazon-xml.ts';
import type { SettlementColumnsInput } from '@tradewind/connectors/settlement-files/columns.ts';
import {
  NotASettlement,
  type SettlementFile,
  type SettlementFileLine,
} from '@tradewind/connectors/settlement-files/file.ts';
import { PRESETS } from '@tradewind/connectors/settlement-files/presets.ts';
import { readSettlementFile } from '@tradewind/connectors/settlement-files/read.ts';
import { rowsOfText } from '@tradewind/connectors/settlement-files/rows.ts';
import { textOf } from '@tradewind/connectors/settlement-files/text.ts';
import { zoneOfFiles } from '@tradewind/connectors/settlement-files/zones.ts';
import type { SettlementFileColumns } from '@tradewind/contract/finance/settlement-files.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { badField, Fail } from '../../../../core/errors.ts';
import { tableIn } from '../../../../core/file-content.ts';
import type { Shop } from '../../../channels/public.ts';
import { companyOf } from '../../../company/public.ts';

const MOST_ROWS = 300_000;
const LOOKED_AT = 40;
const SAMPLE = 5;

export type Content = Buffer | string[][];

/** @throws badField for an archive with anything but one table; sheet.unreadable, sheet.tooManyRows */
export async function contentOf(data: Buffer): Promise<Content> {
  return tableIn(data, MOST_ROWS).catch((error: Error) => {
    throw error instanceof Fail ? error : badField('file', 'finance.fileArchive');
  });
}

/** The titles are the first of the rows with the most cells. */
export function titlesOf(content: Content): { titles: string[]; sample: string[][] } {
  const first: (readonly string[])[] = [];
  const rows = Buffer.isBuffer(content) ? (rowsIn(content) ?? []) : content;
  for (const row of rows) if (first.push(row) >= LOOKED_AT + SAMPLE) break;
  const filled = first.slice(0, LOOKED_AT).map((row) => row.filter((cell) => cell !== '').length);
  const head = filled.indexOf(Math.max(0, ...filled));
  const places = (first[head] ?? []).flatMap((title, at) => (title === '' ? [] : [at]));
  return {
    titles: [...new Set(places.map((at) => first[head]?.[at] ?? ''))],
    sample: first.slice(head + 1, head + 1 + SAMPLE).map((row) => places.map((at) => row[at] ?? '')),
  };
}

function rowsIn(data: Buffer) {
  const text = textOf(data, undefined);
  return text.includes('\0') || isAmazonXml(text) ? undefined : rowsOfText(text);
}

export const hasPreset = (platform: string): boolean => platform === 'amazon' || PRESETS[platform] !== undefined;

const escaped = (term: string) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const begins = (term: string) => `^${escaped(term)}(?= |$)`;
const set = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/** What the reader calls columns. The longest term decides. */
function readerColumns(columns: SettlementFileColumns): SettlementColumnsInput {
  const { parts, kinds, total, fileCurrency: _, ...titles } = columns;
  return {
    ...(set(titles) as { date: string }),
    parts: parts.map(({ column, kind, taken }) => ({
      ...{ column, sign: taken ? ('opposite' as const) : ('same' as const) },
      ...(kind ? { kind } : {}),
    })),
    kinds: [...kinds]
      .sort((a, b) => b.term.length - a.term.length)
      .map(({ term, kind }) => ({ when: begins(term), kind })),
    ...(total ? { header: { when: `^${escaped(total.term)}$`, total: total.column } } : {}),
  };
}

/** The clock of the times in a shop's files that name no zone: its platform's or its market's, else the company's. */
export const zoneOfShop = async (tx: Tx, shop: Shop): Promise<string> =>
  zoneOfFiles(shop) ?? (await companyOf(tx)).timeZone;

/** @throws NotASettlement */
export function readContent(
  content: Content,
  platform: string,
  columns: SettlementFileColumns | undefined,
  zone: string,
): SettlementFile {
  const currency = columns?.fileCurrency;
  return readSettlementFile(content, {
    ...{ platform, zone },
    ...(currency ? { currency } : {}),
    ...(columns ? { columns: readerColumns(columns) } : {}),
  });
}

/** What names a line: the columns that its reference is made of. */
export function readBy(file: SettlementFile, columns: SettlementFileColumns | undefined): string {
  if (file.format !== 'table' || !columns) return file.format;
  const { kinds: _, total: __, decimal: ___, dateOrder: ____, fileCurrency: _____, parts, ...titles } = columns;
  const names = [...Object.entries(set(titles)).sort(), parts.map(({ column }) => column)];
  return `table ${createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, 16)}`;
}

const DAY_MS = 86_400_000;
/** From the first line to the last. A line without a time may be of any time of its day. */
export function spanOf(lines: readonly SettlementFileLine[]): { from: string; to: string } | undefined {
  let [from, to] = [lines[0]?.postedAt, lines[0]?.postedAt];
  if (from === undefined || to === undefined) return undefined;
  for (const { postedAt } of lines) {
    if (postedAt < from) from = postedAt;
    if (postedAt > to) to = postedAt;
  }
  const last = Date.parse(to);
  return { from, to: last % DAY_MS === 0 ? new Date(last + DAY_MS - 1000).toISOString() : to };
}

const TYPE_LENGTH = 200;
const shortType = (line: SettlementFileLine) =>
  [...new Set([line.transactionType, line.amountType, line.description])]
    .filter(Boolean)
    .join('/')
    .slice(0, TYPE_LENGTH);

/** In the order of their references: whoever takes lines of a shop takes them in the same order. */
export function linesToTake(lines: readonly SettlementFileLine[]): SettlementLine[] {
  return lines
    .map(
      (line): SettlementLine => ({
        reference: `file:${line.reference}`,
        ...(line.settlementId ? { settlementId: line.settlementId } : {}),
        ...(line.platformOrderNo ? { platformOrderNo: line.platformOrderNo } : {}),
        ...(line.platformLineId ? { platformLineId: line.platformLineId } : {}),
        ...(line.sellerSku ? { sellerSku: line.sellerSku } : {}),
        ...{ kind: line.kind, type: shortType(line), amount: line.amount },
        ...{ currency: line.currency, postedAt: line.postedAt },
      }),
    )
    .sort((a, b) => (a.reference < b.reference ? -1 : 1));
}

export { NotASettlement, type SettlementFile, type SettlementFileLine };
