import type { StockCondition } from '@tradewind/contract/stock.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { issueCosts, lastCosts, lockBalances, moveStock, receiveLayers } from '../../stock/public.ts';
import { keepBackArrived } from '../batches/hold.ts';
import { enterGates } from '../locks.ts';
import type { Count } from './document.ts';
import { settleTasks, wantCounts } from './tasks.ts';

type Line = {
  id: number;
  locationId: number;
  productId: number;
  batchId: number;
  condition: StockCondition;
  difference: number;
};

/** Variances of each location's last round. Locations that wait for a recount keep the system quantity. */
function differencesOf(tx: Tx, countId: number): Promise<Line[]> {
  return tx.rows<Line>(
    sql`select l.id, l.location_id as "locationId", l.product_id as "productId", l.batch_id as "batchId", l.condition,
       l.counted - l.expected as difference
     from count_location p join count_line l on l.company_id = ${sql.company} and l.count_id = ${countId} and l.location_id = p.location_id
       and l.round = p.round
     where p.company_id = ${sql.company} and p.count_id = ${countId} and not p.again and l.counted <> l.expected and l.outcome is null order by l.id`,
  );
}

/** Value of the variances at the products' last costs, gains and losses both counted: gains do not offset losses. */
export async function worthOf(tx: Tx, count: Pick<Count, 'id' | 'warehouseId'>): Promise<string> {
  const lines = (await differencesOf(tx, count.id)).filter((line) => line.condition === 'good');
  const costs = await costsOf(tx, count.warehouseId, lines);
  return lines
    .reduce((sum, line) => sum.plus(costs(line.productId).times(Math.abs(line.difference))), new Decimal(0))
    .toFixed(2);
}

async function costsOf(tx: Tx, warehouseId: number, lines: readonly { productId: number }[]) {
  const requested = [...new Set(lines.map((line) => line.productId))].map((p) => ({ w: warehouseId, p }));
  const found = requested.length > 0 ? await lastCosts(tx, requested) : new Map<string, string>();
  return (productId: number) => new Decimal(found.get(`${warehouseId}/${productId}`) ?? '0');
}

/**
 * Books each variance once, as a change, so movements since the count net out. A variance that cannot be booked (units
 * allocated or gone) is rejected with the reason and becomes a count task. The rest is booked.
 */
export async function bookCount(tx: Tx, count: Count): Promise<void> {
  const gate = (await enterGates(tx, [count.warehouseId])).get(count.warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
  const lines = await differencesOf(tx, count.id);
  const refused = await refusalsOf(tx, count.warehouseId, lines);
  const booked = lines.filter((line) => !refused.has(line.id));
  const common = { warehouseId: count.warehouseId, docKind: 'count', docId: count.id };
  await moveStock(
    tx,
    booked.map(({ id, difference, ...line }) => ({
      ...common,
      ...line,
      docLine: id,
      onHand: difference,
      reason: 'count',
      step: 'book',
    })),
  );
  const values = await bookCosts(tx, common, booked);
  await keepBackArrived(
    tx,
    count.warehouseId,
    booked.filter((line) => line.condition === 'good' && line.difference > 0),
  );
  await keepOutcome(tx, count.id, lines, refused, values);
  await settleTasks(tx, count.id);
  wantCounts(
    tx,
    lines
      .filter((line) => refused.has(line.id))
      .map(({ locationId, productId, difference, id }) => ({
        warehouseId: count.warehouseId,
        locationId,
        productId,
        reason: 'refusedBooking' as const,
        weight: Math.abs(difference),
        detail: { count: count.number, code: refused.get(id) },
      })),
  );
  const detail = { booked: booked.length, refused: refused.size };
  writeHistory(tx, [{ docKind: 'count', docId: count.id, event: 'booked', toState: 'done', detail }]);
}

/** Reads under the locks of the movements, so that nothing changes in between. */
async function refusalsOf(tx: Tx, warehouseId: number, lines: readonly Line[]): Promise<Map<number, string>> {
  const balances = await lockBalances(
    tx,
    [...new Set(lines.map((line) => line.productId))].map((productId) => ({ warehouseId, productId })),
  );
  const bins = await tx.rows<{ key: string; free: number }>(
    sql`select b.location_id || '/' || b.product_id || '/' || b.condition || '/' || b.batch_id as key, b.on_hand - b.allocated as free
     from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("locationId" bigint, "productId" bigint, condition text, "batchId" bigint)
     join bin_stock b on b.company_id = ${sql.company} and b.location_id = r."locationId" and b.product_id = r."productId"
       and b.condition = r.condition and b.batch_id = r."batchId"
     order by b.location_id, b.product_id, b.condition, b.batch_id for update of b`,
  );
  const freeIn = new Map(bins.map((bin) => [bin.key, bin.free]));
  const free = new Map(balances.map((balance) => [balance.productId, balance.onHand - balance.reserved]));
  const good = lines.filter((line) => line.condition === 'good');
  for (const { productId, difference } of good)
    if (difference > 0) free.set(productId, (free.get(productId) ?? 0) + difference);
  const refused = new Map<number, string>();
  for (const { id, productId, difference, condition, locationId, batchId } of lines) {
    if (difference > 0) continue;
    const lacking = -difference;
    if ((freeIn.get(`${locationId}/${productId}/${condition}/${batchId}`) ?? 0) < lacking)
      refused.set(id, 'stock.binNotEnough');
    else if (condition === 'good' && (free.get(productId) ?? 0) < lacking) refused.set(id, 'stock.notEnough');
    else if (condition === 'good') free.set(productId, (free.get(productId) ?? 0) - lacking);
  }
  return refused;
}

type Common = { warehouseId: number; docKind: string; docId: number };

/** Gains open a layer at the last cost, losses consume the oldest. @returns signed values by line */
async function bookCosts(tx: Tx, common: Common, booked: readonly Line[]): Promise<Map<number, string>> {
  const good = booked.filter((line) => line.condition === 'good');
  const cost = await costsOf(tx, common.warehouseId, good);
  const found = good.filter((line) => line.difference > 0);
  const values = new Map(
    found.map((line) => [line.id, cost(line.productId).times(line.difference).toDecimalPlaces(2).toFixed(4)]),
  );
  await receiveLayers(
    tx,
    found.map(({ id, productId, difference }) => ({
      ...common,
      productId,
      docLine: id,
      quantity: difference,
      unitCost: cost(productId).toFixed(6),
    })),
  );
  const issued = await issueCosts(
    tx,
    good
      .filter((line) => line.difference < 0)
      .map(({ id, productId, difference }) => ({ ...common, productId, docLine: id, quantity: -difference })),
  );
  for (const one of issued) values.set(one.docLine, new Decimal(one.cost).neg().toFixed(4));
  return values;
}

async function keepOutcome(
  tx: Tx,
  countId: number,
  lines: readonly Line[],
  refused: ReadonlyMap<number, string>,
  values: ReadonlyMap<number, string>,
): Promise<void> {
  await tx.rows(
    sql`update count_line l set outcome = case when r.code is null then 'booked' else 'refused' end, code = r.code, value = r.value
     from jsonb_to_recordset(${JSON.stringify(
       lines.map(({ id }) => ({
         id,
         code: refused.get(id) ?? null,
         value: refused.has(id) ? null : (values.get(id) ?? '0'),
       })),
     )}::jsonb) as r(id bigint, code text, value numeric) where l.company_id = ${sql.company} and l.id = r.id`,
  );
  const sum = [...values.values()].reduce((total, value) => total.plus(value), new Decimal(0));
  await tx.rows(
    sql`update stock_count set value = ${sum.toFixed(4)} where company_id = ${sql.company} and id = ${countId}`,
  );
}

export async function bookedOf(tx: Tx, countId: number) {
  const [row] = await tx.rows<{ booked: number; refused: number; value: string | null }>(
    sql`select count(*) filter (where l.outcome = 'booked')::int as booked, count(*) filter (where l.outcome = 'refused')::int as refused,
       (select c.value::text from stock_count c where c.company_id = ${sql.company} and c.id = ${countId}) as value
     from count_line l where l.company_id = ${sql.company} and l.count_id = ${countId}`,
  );
  const { booked = 0, refused = 0, value = null } = row ?? {};
  return { booked, refused, value: maySee(tx.rights, 'seeCost') ? value : null };
}
