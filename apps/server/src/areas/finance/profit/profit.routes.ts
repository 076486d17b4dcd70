import * as contract from '@tradewind/contract/finance.ts';
import type { App } from '../../../core/app.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { addJob } from '../../../core/jobs/jobs.ts';
import { FEE_TABLE } from '../bookings/fee-table.ts';
import { requestFees, shopsWithFees } from '../bookings/fees.ts';
import { leftoversJob } from '../bookings/leftovers.ts';
import { explainProfit, orderProfit } from './lines.queries.ts';
import { profitExport } from './profit.export.ts';
import { profitList, profitSums } from './profit.queries.ts';

const LOOK_BACK_DAYS = 90;

export function profitRoutes(app: App): Route[] {
  return [
    handle(contract.profitList, (ctx, input) => app.database.inCompany(ctx, (tx) => profitList(tx, ctx, input))),
    handle(contract.profitSums, (ctx, filter) => app.database.inCompany(ctx, (tx) => profitSums(tx, ctx, filter))),
    handle(contract.explainProfit, (ctx, input) => app.database.inCompany(ctx, (tx) => explainProfit(tx, ctx, input))),
    handle(contract.orderProfit, (ctx, { orderId }) =>
      app.database.inCompany(ctx, (tx) => orderProfit(tx, ctx, orderId)),
    ),
    handle(contract.computeProfit, (ctx) =>
      app.database.inCompany(ctx, async (tx) => {
        const shops = await shopsWithFees(tx);
        await addJob(tx, leftoversJob, { days: LOOK_BACK_DAYS }, { key: 'finance.leftovers' });
        await requestFees(
          tx,
          shops.map((shop) => shop.id),
        );
        return { shops: shops.length };
      }),
    ),
    handle(contract.exportProfit, (ctx, { idempotencyKey: _key, ...filter }) =>
      startExport(app, ctx, profitExport, filter),
    ),
    handle(contract.getAllPlat, async () => ({
      list: Object.entries(FEE_TABLE).map(([platform, rule]) => ({
        platform,
        feePercent: rule.percent,
        feeFixed: rule.fixed,
        taxCollectedByPlatform: rule.taxByPlatform,
      })),
    })),
  ];
}
