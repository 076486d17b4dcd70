import type { SettlementLine } from '@tradewind/connectors/capabilities/settlements.ts';
import { takeSettlementLines } from '../../areas/channels/public.ts';
import { createCompany } from '../../areas/company/public.ts';
import { bookSales, refreshSettlements } from '../../areas/finance/public.ts';
import { bookUnbookedLines } from '../../areas/finance/settlements/intake.ts';
import { makeOrder } from '../../areas/orders/orders.testing.ts';
import { intakeOrders } from '../../areas/orders/public.ts';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import { type KillWorld, makeWorld } from './world.ts';

export interface SettlementWorld extends Omit<KillWorld, 'shopIds'> {
  shopId: number;
  /** A company with the same orders whose settlement was booked without a kill. */
  unharmedId: number;
}

const AT_ONCE = 200;
/** Whole orders. */
const PAGE = 1_000;
const SETTLEMENT = 'S-1';
/** The last line of an order is unknown to every mapping. */
const PARTS = [
  ['sale', 'PRINCIPAL', '19.99'],
  ['shipping', 'SHIPPING', '4.99'],
  ['commission', 'COMMISSION', '-3.33'],
  ['payment', 'PAYMENT', '-0.77'],
  ['other', 'NOBODY KNOWS', '-0.01'],
] as const;

const numberOf = (n: number): string => `KILL-${String(n).padStart(6, '0')}`;
const linesOf = (n: number): SettlementLine[] =>
  PARTS.map(([kind, type, amount]) => ({
    ...{
      reference: `${numberOf(n)}/${type}`,
      settlementId: SETTLEMENT,
      platformOrderNo: numberOf(n),
      kind,
      type,
      amount,
    },
    ...{ currency: 'USD', postedAt: '2026-11-20T10:00:00Z' },
  }));

/** The lines of a settlement of so many orders, as a platform lists them: each page is booked in one transaction. */
export function pagesOf(orders: number): SettlementLine[][] {
  const lines = Array.from({ length: orders }, (_, n) => linesOf(n)).flat();
  return Array.from({ length: Math.ceil(lines.length / PAGE) }, (_, at) => lines.slice(at * PAGE, (at + 1) * PAGE));
}

/** Orders that their platform shipped and that are booked as sold. @returns their shop */
async function sell(app: App, companyId: number, orders: number): Promise<number> {
  const ctx = systemContext(companyId, 'test');
  const { owner } = app.database;
  const rate = ['USD', '2026-01-01', '7.13'];
  await owner.query(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, $2, $3, $4, 'manual')
     on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base, source = 'manual'`,
    [companyId, ...rate],
  );
  await owner.query(`delete from exchange_rate where company_id = $1 and currency = 'USD' and on_day > '2026-01-01'`, [
    companyId,
  ]);
  const made = await owner.query<{ id: number }>(
    `insert into shop (company_id, platform, name, account, module_id, state)
     values ($1, 'shopify', 'Kill', 'kill.myshopify.com', 410, 'expired') returning id`,
    [companyId],
  );
  const shop = { id: Number(made.rows[0]?.id), platform: 'shopify', moduleId: 410 };
  for (let at = 0; at < orders; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, orders - at) }, (_, n) =>
      makeOrder(numberOf(at + n), { status: 'shipped', fulfilledBy: 'platform' }),
    );
    await app.database.inCompany(ctx, (tx) => intakeOrders(tx, shop, some));
  }
  const { rows } = await owner.query<{ id: string }>('select id from sales_order where company_id = $1 order by id', [
    companyId,
  ]);
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await bookSales(
      app,
      ctx,
      rows.slice(at, at + AT_ONCE).map((row) => Number(row.id)),
    );
  return shop.id;
}

/** Two companies with the same orders; the settlement of one is booked here, the other's is yet to be listed. */
export const makeSettlementWorld = (port: number, orders: number): Promise<SettlementWorld> =>
  makeWorld(port, 'http://127.0.0.1:9', async ({ app, companyId }) => {
    const unharmedId = await createCompany(app, { name: 'Unharmed', validated: true });
    const unharmed = systemContext(unharmedId, 'test');
    const unharmedShop = await sell(app, unharmedId, orders);
    const shopId = await sell(app, companyId, orders);
    for (const page of pagesOf(orders))
      await app.database.inCompany(unharmed, (tx) => takeSettlementLines(tx, unharmedShop, page));
    await bookUnbookedLines(app, unharmed);
    await app.database.inCompany(unharmed, (tx) => refreshSettlements(tx, unharmedShop, [SETTLEMENT]));
    return { unharmedId, shopId };
  });
