import { rights } from '@tradewind/contract/access/modules.ts';
import { ApprovalPurReq, editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import { type ADJUST_REASONS, adjustStock } from '@tradewind/contract/stock.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { type DemoContext, inPast, staff, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

/** CNY: from here on the main account decides, too. */
const LARGE = 300;

interface Story {
  daysAgo: number;
  reason: (typeof ADJUST_REASONS)[number];
  remark: string;
  delta: number;
  large: boolean;
  decided?: { daysAgo: number; aud: 'approved' | 'rejected'; remark: string };
}

const STORIES: Story[] = [
  {
    daysAgo: 6,
    reason: 'damaged',
    remark: '外箱受潮，内有两件破损',
    delta: -2,
    large: false,
    decided: { daysAgo: 5, aud: 'approved', remark: '照片已核对' },
  },
  {
    daysAgo: 4,
    reason: 'lost',
    remark: '拣货时少一件',
    delta: -1,
    large: false,
    decided: { daysAgo: 3, aud: 'rejected', remark: '请先复盘该库位' },
  },
  {
    daysAgo: 2,
    reason: 'damaged',
    remark: '叉车碰倒货架，整层报损',
    delta: -60,
    large: true,
    decided: { daysAgo: 1, aud: 'approved', remark: '已与叉车公司确认责任' },
  },
  { daysAgo: 2, reason: 'found', remark: '盘点时在地面找到', delta: 3, large: false },
  { daysAgo: 1, reason: 'sample', remark: '给摄影师拍图', delta: -1, large: false },
];

/** Who approves differences of stock, and a week of them: decided, waiting for finance, waiting for the main account. */
export async function adjustAndApprove(context: DemoContext): Promise<void> {
  const people = await staff(context);
  const [picker, finance, demo] = ['picker', 'finance', 'demo'].map((login) => people.get(login));
  if (!picker || !finance || !demo) return;
  const level = callerAt(context, demo, 7, 1);
  await level(editUserAuditSettings, { modelId: rights.stock.id, level: 1, Approval: finance.userId });
  const second = { modelId: rights.stock.id, level: 2, Approval: demo.userId, amountFrom: String(LARGE) };
  await level(editUserAuditSettings, second);
  for (const story of STORIES) {
    const desired = await inPast(context, 'demo', new Date(), (tx) => desiredOf(tx, story));
    if (!desired) continue;
    const { id } = await callerAt(context, picker, story.daysAgo, 3)(adjustStock, desired);
    if (!story.decided) continue;
    const { daysAgo, ...verdict } = story.decided;
    await callerAt(context, finance, daysAgo, 2)(ApprovalPurReq, { modelId: rights.stock.id, orderId: id, ...verdict });
  }
}

/** Goods that lie free in a bin of the main warehouse, worth what the story tells. Undefined: told already. */
async function desiredOf(tx: Tx, { reason, remark, delta, large }: Story) {
  const warehouseId = (await warehouseIds(tx)).get(MAIN) ?? 0;
  const pieces = Math.abs(delta);
  const row = await tx.row<{ locationId: number; productId: number }>(sql`
    select b.location_id, b.product_id
    from bin_stock b join product p on p.company_id = b.company_id and p.id = b.product_id
    join stock_balance s on s.company_id = b.company_id and s.warehouse_id = b.warehouse_id and s.product_id = b.product_id
    where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId} and b.condition = 'good'
      and least(b.on_hand - b.allocated, s.on_hand - s.reserved) >= ${pieces}
      and (p.unit_price_cny * ${pieces} >= ${LARGE}) = ${large}
      and not exists (select 1 from stock_document d where d.company_id = b.company_id and d.remark = ${remark})
    order by b.on_hand - b.allocated desc, b.product_id limit 1`);
  return row && { warehouseId, reason, remark, lines: [{ ...row, delta }] };
}
