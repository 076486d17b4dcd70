import { performance } from 'node:perf_hooks';
import type { SettlementLine } from '@tradewind/connectors/capabilities/settlements.ts';
import '../apps/server/src/areas.ts';
import { takeSettlementLines } from '../apps/server/src/areas/channels/public.ts';
import { bookSales } from '../apps/server/src/areas/finance/public.ts';
import { bookUnbookedLines } from '../apps/server/src/areas/finance/settlements/intake.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { type Figures, log, openBench, round } from './lib.ts';
import { makeOrder, makeWorld } from './world.ts';

const ORDERS = 20_000;
const BATCH = 200;
const PAGE = 1_000;

/** Five lines of an order as a platform settles it: price, shipping, two fees, a promotion. */
function linesOf(no: string, settlementId: string): SettlementLine[] {
  const parts = [
    ['sale', 'PRINCIPAL', '39.98'],
    ['shipping', 'SHIPPING', '5.00'],
    ['discount', 'PROMOTION', '-2.00'],
    ['commission', 'COMMISSION', '-6.45'],
    ['fulfilment', 'FBA_FEE', '-3.20'],
  ] as const;
  return parts.map(([kind, type, amount]) => ({
    ...{ reference: `${no}/${type}`, settlementId, platformOrderNo: no, kind, type, amount },
    ...{ currency: 'USD', postedAt: '2026-11-20T10:00:00Z' },
  }));
}

/** A settlement of 100,000 lines of 20,000 sold orders: until all are in the ledger; then the same listed once more. */
export async function settlement(): Promise<Figures> {
  const bench = await openBench();
  const world = await makeWorld(bench, 2_000, 0);
  const { app, ctx } = bench;
  const orders = Array.from({ length: ORDERS }, (_, at) => makeOrder(world, at, 1));
  for (let at = 0; at < ORDERS; at += BATCH)
    await app.database.inCompany(ctx, (tx) => intakeOrders(tx, world.shop, orders.slice(at, at + BATCH)));
  const ids = await app.database.owner.query('select id from sales_order where company_id = $1 order by id', [
    bench.companyId,
  ]);
  const rows = ids.rows as { id: string }[];
  for (let at = 0; at < rows.length; at += BATCH)
    await bookSales(
      app,
      ctx,
      rows.slice(at, at + BATCH).map((row) => Number(row.id)),
    );
  await app.database.owner.query('analyze');
  const lines = orders.flatMap((order) => linesOf(order.platformOrderNo, 'SETTLEMENT-1'));
  const take = async () => {
    let fresh = 0;
    for (let at = 0; at < lines.length; at += PAGE)
      fresh += (
        await app.database.inCompany(ctx, (tx) => takeSettlementLines(tx, world.shop.id, lines.slice(at, at + PAGE)))
      ).length;
    return fresh;
  };
  log(`${lines.length} lines of ${ORDERS} orders`);
  let began = performance.now();
  await take();
  const takenSeconds = (performance.now() - began) / 1000;
  const booked = await bookUnbookedLines(app, ctx);
  const bookedSeconds = (performance.now() - began) / 1000;
  if (booked !== lines.length) throw new Error(`${booked} of ${lines.length} lines were booked`);
  log('the same listed again: nothing may change');
  began = performance.now();
  const again = (await take()) + (await bookUnbookedLines(app, ctx));
  const againSeconds = (performance.now() - began) / 1000;
  if (again !== 0) throw new Error(`${again} lines changed when they were listed again`);
  await bench.close();
  return {
    rows: lines.length,
    bookedSeconds: round(bookedSeconds, 1),
    takenSeconds: round(takenSeconds, 1),
    againSeconds: round(againSeconds, 1),
  };
}
