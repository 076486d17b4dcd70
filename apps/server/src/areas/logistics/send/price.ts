import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { type BoxFacts, boxToBuy, type Way, wayOf } from '../parcel/facts.ts';
import { BOUGHT, choiceFor } from '../parcel/purchase.ts';
import { pricesOf } from '../parcel/quote.ts';
import { measureOrders } from './measure.ts';

/** What the label of an order would cost. Null: it has one already, or nobody charges for it. */
export type LabelPrice = { amount: string; currency: string } | null;

/** Asks the carrier as buying would, and buys nothing. @throws what buying would */
export async function priceLabel(app: App, ctx: Ctx, orderId: number): Promise<LabelPrice> {
  const { box, way } = await app.database.inCompany(ctx, async (tx) => {
    const facts = await boxOfOrder(tx, ctx, orderId);
    return { box: facts, way: BOUGHT.has(facts.state) ? undefined : await wayOf(tx, facts, undefined) };
  });
  return way ? priceBy(app, ctx, box, way) : null;
}

async function priceBy(app: App, ctx: Ctx, box: BoxFacts, way: Way): Promise<LabelPrice> {
  const quotes = await pricesOf(app, ctx, box, way);
  if (!quotes) return null;
  const { quote } = choiceFor(box, way, quotes);
  return { amount: quote.amount, currency: quote.currency };
}

async function boxOfOrder(tx: Tx, ctx: Ctx, orderId: number): Promise<BoxFacts> {
  const outbound = await tx.row<{ id: number }>(sql`select id from outbound
    where company_id = ${sql.company} and order_id = ${orderId} and state in ('waiting', 'picking', 'picked', 'packed')
      and ${inWarehouses(ctx, sql`warehouse_id`)} order by id limit 1`);
  const measures = (await measureOrders(tx, [orderId])).get(orderId);
  if (!outbound || !measures) throw conflict('orders.state');
  const { weightGrams, guessedSize, lengthMm, widthMm, heightMm } = measures;
  const estimate = { weightGrams, dims: guessedSize ? null : { lengthMm, widthMm, heightMm } };
  const box = await boxToBuy(tx, ctx, outbound.id, estimate);
  if (!box) throw conflict('orders.state');
  return box;
}
