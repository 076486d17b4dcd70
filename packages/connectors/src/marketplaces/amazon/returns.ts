import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import type { Unreadable } from '../../capabilities/unreadable.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { isDecimal, isZero, sum } from '../../money.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { PLATFORM } from './client.ts';
import { SAFETY_MS, toSeconds } from './listing.ts';
import type { Reports } from './reports.ts';

const REPORT = 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE';
/** A report tells by the day of the request and reaches back so far: each listing tells all of them, as they stand. */
const LIFE_MS = 59 * 86_400_000;

const place = z.object({ reportId: z.string(), until: z.string() });

type Row = Record<string, string>;

const STATES: Record<string, PlatformReturn['state'] | 'open'> = {
  pending: 'requested',
  'pending approval': 'requested',
  'pending authorization': 'requested',
  requested: 'requested',
  approved: 'open',
  authorized: 'open',
  denied: 'rejected',
  declined: 'rejected',
  rejected: 'rejected',
  closed: 'closed',
  cancelled: 'closed',
  canceled: 'closed',
  completed: 'closed',
};

/** Money given back outweighs what the request says; what came back is known by the day it did. */
export function readReturnState(status: string, delivered: boolean, refunded: boolean) {
  const state = STATES[status.trim().toLowerCase()];
  if (state === undefined || state === 'rejected') return state;
  if (refunded) return 'refunded';
  if (state === 'open') return delivered ? 'received' : 'approved';
  return state;
}

/** "14-Jul-2025" as the report writes days; ISO where a marketplace writes so. */
function readDay(text: string | undefined): Instant | undefined {
  const plain = text?.trim() ?? '';
  if (!/^(\d{1,2}-[A-Za-z]{3}-\d{4}|\d{4}-\d{2}-\d{2}(T\S+)?)$/.test(plain)) return undefined;
  const time = Date.parse(
    plain.includes('T') ? plain : `${plain.replaceAll('-', ' ').replace(/^(\d{4}) (\d\d) (\d\d)$/, '$1-$2-$3')} UTC`,
  );
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Reports come in the encoding of their marketplace; what we read of them is the same in all but UTF-16. */
function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** Tab-separated with a line of names above. */
export function readTable(content: Buffer): Row[] {
  const [head = '', ...lines] = decode(content).split(/\r?\n/);
  const names = head.split('\t').map((name) => name.trim().toLowerCase());
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [names[index] ?? '', cell.trim()])));
}

/** One return stands on as many rows as it has articles. */
function toReturn(rows: readonly Row[], readAt: Instant): PlatformReturn | string {
  const first = rows[0] ?? {};
  const { 'amazon rma id': returnNo = '', 'order id': platformOrderNo = '' } = first;
  if (returnNo === '' || platformOrderNo === '') return 'Amazon RMA ID, Order ID: missing';
  const createdAt = readDay(first['return request date']);
  if (!createdAt) return `Return request date: "${first['return request date'] ?? ''}" is no day`;
  const amounts = rows.map((row) => row['refunded amount'] ?? '').filter((text) => text !== '');
  if (!amounts.every(isDecimal)) return `Refunded Amount: "${amounts.join(', ')}" is no amount`;
  const refundAmount = sum(amounts);
  const status = first['return request status'] ?? '';
  const state = readReturnState(status, readDay(first['return delivery date']) !== undefined, !isZero(refundAmount));
  if (!state) return `Return request status: "${status}" is unknown`;
  const lines = rows.map((row) => ({
    ...(row['order item id'] ? { platformLineId: row['order item id'] } : {}),
    ...(row['merchant sku'] ? { sellerSku: row['merchant sku'] } : {}),
    quantity: Number(row['return quantity']),
  }));
  if (!lines.every((line) => Number.isInteger(line.quantity) && line.quantity > 0))
    return 'Return quantity: no quantity';
  const { 'tracking id': trackingNumber, 'currency code': currency } = first;
  return {
    returnNo,
    platformOrderNo,
    state,
    reason: first['return reason'] ?? '',
    lines,
    ...(isZero(refundAmount) || !currency ? {} : { refundAmount, currency }),
    ...(trackingNumber ? { trackingNumber } : {}),
    createdAt,
    updatedAt: readAt,
  };
}

/** Returns come by a report alone: the first page asks for it, the second brings what it says. */
export function createReturns(reports: Reports, now: () => number) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    if (input.cursor === undefined) {
      const until = toSeconds(now() - SAFETY_MS);
      const reportId = await reports.ask(access, REPORT, toSeconds(now() - LIFE_MS), toSeconds(now()));
      return { returns: [], unreadable: [], listedUntil: until, nextCursor: writeCursor({ reportId, until }) };
    }
    const at = readCursor(PLATFORM, place, input.cursor);
    const content = await reports.fetch(access, at.reportId);
    const groups = new Map<string, Row[]>();
    for (const row of content ? readTable(content) : []) {
      const key = `${row['order id']}/${row['amazon rma id']}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const returns: PlatformReturn[] = [];
    const unreadable: Unreadable[] = [];
    for (const rows of groups.values()) {
      const read = toReturn(rows, at.until);
      if (typeof read === 'string') unreadable.push({ raw: rows, reason: read });
      else returns.push(read);
    }
    return { returns, unreadable, listedUntil: at.until };
  };
}
