import { defineAction, writeAudit } from '../../../core/audit.ts';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { buyersData } from '../../../core/personal-data.ts';
import { eraseBuyers } from '../platform/erase-buyers.ts';
import { OVER } from '../status.ts';
import { assertMayHandle } from './find.ts';

const handedOut = defineAction('orders.buyersDataHandedOut', ['导出个人信息', 'Personal data handed out']);
const requested = defineAction('orders.buyersDataErased', ['应要求清除个人信息', 'Personal data erased on request']);

/** All that is stored of the buyers of these orders, to be handed to the person. */
export async function personFile(tx: Tx, orderIds: readonly number[]): Promise<FileAnswer> {
  assertMayHandle(tx);
  const found = await buyersData(tx, orderIds);
  const data = Object.fromEntries(found.filter(({ rows }) => rows.length > 0).map(({ table, rows }) => [table, rows]));
  const orders = await tx.rows(sql`
    select platform_order_no as "orderNo", platform, ordered_at as "orderedAt", currency, total_amount::text as total, country
    from sales_order where company_id = ${sql.company} and id = any(${orderIds}::bigint[]) order by ordered_at`);
  noteBuyersRead(tx, 'file', orderIds);
  note(tx, handedOut, orderIds);
  const content = JSON.stringify({ madeAt: tx.now.toISOString(), orders, data }, null, 2);
  // Not as JSON, which is how calls answer.
  return { name: 'personal-data.json', mime: 'application/octet-stream', data: Buffer.from(content) };
}

/** Open orders need their address: the daily run erases them when they have ended. */
export async function erasePerson(tx: Tx, orderIds: readonly number[]): Promise<{ erased: number; later: number }> {
  assertMayHandle(tx);
  const orders = await tx.rows<{ id: number; over: boolean }>(sql`
    select id, status = any(${OVER}::text[]) as over from sales_order where company_id = ${sql.company}
      and id = any(${orderIds}::bigint[]) and buyer_erased_at is null order by id for update`);
  const over = orders.filter((order) => order.over).map(({ id }) => id);
  await tx.rows(sql`update sales_order set erase_requested_at = ${tx.now} where company_id = ${sql.company}
    and id = any(${orders.map(({ id }) => id)}::bigint[]) and erase_requested_at is null`);
  await eraseBuyers(tx, over, 'person');
  note(tx, requested, orderIds);
  return { erased: over.length, later: orders.length - over.length };
}

function note(tx: Tx, action: typeof requested, orderIds: readonly number[]): void {
  writeAudit(tx, [{ action, targetKind: 'buyers', targetId: '', targetName: '', detail: { orders: orderIds.length } }]);
}
