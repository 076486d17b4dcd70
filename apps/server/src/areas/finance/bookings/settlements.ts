import type { PlatformFee, SettlementKind } from '@tradewind/connectors/capabilities/settlements.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { listsFees, settlementsTaken, shopsByIds } from '../../channels/public.ts';
import { bookFees } from './fees.ts';

/** Which settlement lines are platform fees, and of which kind. */
const FEES: Partial<Record<SettlementKind, PlatformFee['kind']>> = {
  commission: 'commission',
  payment: 'payment',
  fulfilment: 'fulfilment',
};

subscribe(settlementsTaken, 'finance.settlements', ['记账：平台结算费用', 'Book settlement fees'], bookSettled);

interface Line extends Record<string, unknown> {
  reference: string;
  platformOrderNo: string | null;
  kind: SettlementKind;
  type: string;
  amount: string;
  currency: string;
  postedAt: Date;
}

/** Books the fees among new settlement lines, each once by the platform's reference. */
async function bookSettled(
  app: App,
  ctx: Ctx,
  { shopId, lineIds }: { shopId: number; lineIds: number[] },
): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const shop = (await shopsByIds(tx, [shopId])).get(shopId);
    if (!shop || listsFees(app, shop.platform)) return;
    const lines = await tx.rows<Line>(sql`select reference, platform_order_no, kind, type, amount, currency,
        posted_at from settlement_line
      where company_id = ${tx.companyId} and id = any(${arrayOf(lineIds)}::bigint[]) and kind = any(${Object.keys(FEES)}::text[])`);
    await bookFees(tx, shop, lines.flatMap(feeOf));
  });
}

/** Charges are positive fees, refunded fees negative. */
function feeOf(line: Line): PlatformFee[] {
  const kind = FEES[line.kind];
  if (!kind || line.platformOrderNo === null) return [];
  return [
    {
      platformOrderNo: line.platformOrderNo,
      kind,
      description: line.type,
      amount: money(new Decimal(line.amount).neg()),
      currency: line.currency,
      postedAt: line.postedAt.toISOString(),
      reference: line.reference,
    },
  ];
}
