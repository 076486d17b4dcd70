import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type SettlementFileColumns,
  takeSettlementFile,
  uploadSettlementFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { Person, TestServer } from '../../../../testing/harness.ts';
import { upload } from '../../../catalog/testing/files.ts';

/** As a settlement of Temu looks: no two sellers get the same titles. */
export const TITLES = ['Settlement ID', 'Time', 'Order No.', 'SKU', 'Type', 'Amount', 'Currency'];
export const COLUMNS: Partial<SettlementFileColumns> & { date: string } = {
  ...{ date: 'Time', amount: 'Amount', type: 'Type', order: 'Order No.', sku: 'SKU', currency: 'Currency' },
  ...{ settlementId: 'Settlement ID', total: { term: 'Settlement total', column: 'Amount' } },
  kinds: [
    { term: 'Sale', kind: 'sale' },
    { term: 'Fee', kind: 'commission' },
    { term: 'Return', kind: 'refund' },
  ],
};
export type Row = [settlement: string, order: string, type: string, amount: string];
export const cellsOf = ([settlement, order, type, amount]: Row): string[] => [
  ...[settlement, '2026-11-05 10:00:00', order, order ? 'SKU-1' : '', type, amount, 'USD'],
];
export const csvOf = (rows: readonly Row[], separator = ','): Buffer =>
  Buffer.from([TITLES, ...rows.map(cellsOf)].map((cells) => cells.join(separator)).join('\r\n'));

export const look = (
  server: TestServer,
  as: Person,
  shopId: number,
  data: Buffer,
  name = 'settlement.csv',
  columns?: object,
) =>
  upload(server, uploadSettlementFile, data, name, as, {
    shopId,
    ...(columns ? { columns: JSON.stringify(columns) } : {}),
  });

export async function take(
  server: TestServer,
  as: Person,
  shopId: number,
  data: Buffer,
  columns?: { date: string },
): Promise<{ status: number; msg: string; data: ResultOf<typeof takeSettlementFile> }> {
  const { status, msg, data: found } = await look(server, as, shopId, data, 'settlement.csv', columns);
  if (status !== 200) throw new Error(msg);
  return server.call(takeSettlementFile, { importId: found.importId, columns }, as);
}
