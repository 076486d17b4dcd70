import * as contract from '@tradewind/contract/finance.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { addJob } from '../../../core/jobs/jobs.ts';
import { FEE_TABLE } from '../bookings/fee-table.ts';
import { requestFees, shopsWithFees } from '../bookings/fees.ts';
import { leftoversJob } from '../bookings/leftovers.ts';
import { explainProfit, orderProfit } from './lines.queries.ts';
import { profitExport } from './profit.export.ts';
import { profitList, profitSums } from './profit.queries.ts';

const LOOK_BACK_DAYS = 90;

export function profitRoutes(): Route[] {
  return [
    handle(contract.profitList, (tx, input, ctx) => profitList(tx, ctx, input)),
    handle(contract.profitSums, (tx, filter, ctx) => profitSums(tx, ctx, filter)),
    handle(contract.explainProfit, (tx, input, ctx) => explainProfit(tx, ctx, input)),
    handle(contract.orderProfit, (tx, input, ctx) => orderProfit(tx, ctx, input)),
    handle(contract.computeProfit, async (tx) => {
      const shops = await shopsWithFees(tx);
      await addJob(tx, leftoversJob, { days: LOOK_BACK_DAYS }, { key: 'finance.leftovers' });
      await requestFees(
        tx,
        shops.map((shop) => shop.id),
      );
      return { shops: shops.length };
    }),
    exportRoute(contract.exportProfit, profitExport),
    handleApp(contract.getAllPlat, async () => ({
      list: Object.entries(FEE_TABLE).map(([platform, rule]) => ({
        platform,
        feePercent: rule.percent,
        feeFixed: rule.fixed,
        taxCollectedByPlatform: rule.taxByPlatform,
      })),
    })),
  ];
}
