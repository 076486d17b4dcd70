import type { SettlementKind, SettlementLine } from '../capabilities/settlements.ts';
import type { Decimal, Instant } from '../types.ts';

/** A settlement as its file states it. What the file does not state is left out. */
export interface SettlementHeader {
  settlementId: string;
  from?: Instant;
  to?: Instant;
  /** YYYY-MM-DD */
  depositDay?: string;
  currency: string;
  total?: Decimal;
  /** The last digits of the account that receives the money. */
  accountTail?: string;
}

/** One amount of one row. `sellerSku`, `platformOrderNo`, `platformLineId` as in every settlement line. */
export interface SettlementFileLine extends SettlementLine {
  transactionType: string;
  amountType: string;
  description: string;
  quantity?: number;
  /** What the order column names where it names a shipment. */
  shipmentNo?: string;
  /** The row of the file, from 1; of X12 the segment. */
  row: number;
}

/** A row that is not taken, whole. */
export interface SetAside {
  row: number;
  reason: string;
  raw: string;
}

export interface TypeTotal {
  transactionType: string;
  amountType: string;
  description: string;
  kind: SettlementKind;
  currency: string;
  amount: Decimal;
  lines: number;
}
export interface MonthTotal {
  /** YYYY-MM in UTC */
  month: string;
  currency: string;
  amount: Decimal;
  lines: number;
}
/** Of one settlement and currency; without a stated total there is no gap to tell. */
export interface SettlementGap {
  settlementId: string;
  currency: string;
  total?: Decimal;
  linesTotal: Decimal;
  /** total - linesTotal */
  gap?: Decimal;
}

export interface SettlementFile {
  format: string;
  header: SettlementHeader[];
  /** Empty where the caller takes the lines one by one. */
  lines: SettlementFileLine[];
  lineCount: number;
  setAside: SetAside[];
  /** Rows that hold no amount but 0. */
  zeroRows: number;
  totalsByType: TypeTotal[];
  totalsByMonth: MonthTotal[];
  gap: SettlementGap[];
}

/** What a reader finds, in the order of the file. */
export type Found =
  | { header: SettlementHeader }
  | { line: SettlementFileLine }
  | { setAside: SetAside }
  | { zeroRow: number };

export interface SettlementFileOptions {
  platform: string;
  /** Where the file names none. */
  currency?: string | undefined;
  /** Of days like 11/01/2026, where no day of the file shows it. */
  dateOrder?: 'mdy' | 'dmy' | undefined;
  /** Of amounts like 1,234, where no amount of the file shows it. */
  decimal?: '.' | ',' | undefined;
  /** Of times that name no zone, by its IANA name; UTC otherwise. */
  zone?: string | undefined;
  /** A label of the Encoding Standard; found by itself otherwise. */
  encoding?: string | undefined;
}

/** The file is none that the platform's readers know. Its message is for a person. */
export class NotASettlement extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotASettlement';
  }
}

const RAW_CELLS_LIMIT = 2_000;
export const rawOf = (cells: readonly string[]): string =>
  cells.join('\t').replace(/\t+$/, '').slice(0, RAW_CELLS_LIMIT);
