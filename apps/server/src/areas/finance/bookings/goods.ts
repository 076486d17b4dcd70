import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { Decimal, money, split } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { SUPPLIER_RETURN } from '../../procurement/public.ts';
import { outboundShipped } from '../../warehouse/public.ts';
import type { Account } from '../ledger/accounts.ts';
import { book } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';
import { bookWarehouseFees } from './prepaid.ts';

interface Goods {
  warehouseId: number;
  productId: number;
  /** Base currency. */
  cost: string;
}

/** Lines of goods that leave stock: its value is credited, `account` is debited. */
function stockLeaves(account: Account, goods: readonly Goods[], currency: string): Line[] {
  return goods.flatMap(({ warehouseId, productId, cost }): Line[] => {
    const amount = money(new Decimal(cost).toDecimalPlaces(2));
    const plain = { productId, currency, rate: '1' };
    const stock = { account: 'stock_value', partyKind: 'warehouse', partyId: warehouseId } as const;
    return [
      { account, amount, ...plain },
      { ...stock, amount: money(new Decimal(amount).neg()), ...plain },
    ];
  });
}

/** Splits the cost of a box over its orders and products, to the cent. */
function byOrder<R extends { id: number; cost: string }>(rows: readonly R[]): R[] {
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((box) => {
    const whole = box.reduce((sum, row) => sum.plus(row.cost), new Decimal(0)).toDecimalPlaces(2);
    const shares = split(
      whole,
      box.map((row) => row.cost),
    );
    return box.map((row, at) => ({ ...row, cost: shares[at] ?? '0' }));
  });
}

/** Goods shipped with orders: the cost of their FIFO layers. */
export async function bookGoodsCost(tx: Tx, outboundIds: readonly number[]): Promise<number> {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<{
    id: number;
    orderId: number;
    shopId: number;
    warehouseId: number;
    productId: number;
    /** Its box, shared by merged orders. */
    carries: boolean;
    cost: string;
    at: Date;
  }>(sql`
    select o.id, coalesce(s.id, o.order_id) as "orderId", coalesce(s.shop_id, o.shop_id) as "shopId", o.warehouse_id, c.product_id,
      coalesce(s.id, o.order_id) = o.order_id as carries, sum(c.quantity * c.unit_cost) as cost, max(c.at) as at
    from cost_issue c join outbound o on o.company_id = c.company_id and o.id = c.doc_id
    left join outbound_line x on x.company_id = c.company_id and x.outbound_id = o.id and x.id = c.doc_line
    left join order_line l on l.company_id = c.company_id and l.id = x.order_line_id
    left join sales_order s on s.company_id = c.company_id and s.id = l.order_id
    where c.company_id = ${sql.company} and c.doc_kind = 'outbound' and c.doc_id = any(${arrayOf(outboundIds)}::bigint[])
    group by o.id, coalesce(s.id, o.order_id), coalesce(s.shop_id, o.shop_id), o.warehouse_id, o.order_id, c.product_id
    order by o.id, 2, c.product_id`);
  const entries = Map.groupBy(byOrder(rows), ({ id, orderId }) => `${id}/${orderId}`);
  return book(
    tx,
    [...entries.values()].flatMap((goods): Entry[] => {
      const [first] = goods;
      if (!first) return [];
      const { id, orderId, shopId, carries } = first;
      const last = new Date(Math.max(...goods.map(({ at }) => at.getTime())));
      return [
        {
          docKind: 'outbound',
          docId: id,
          // One entry per order of a shared box.
          step: carries ? 'cost' : `cost:${orderId}`,
          onDay: localDay(last, timeZone),
          text: 'cost',
          order: { id: orderId, shopId },
          lines: stockLeaves('goods_cost', goods, baseCurrency),
        },
      ];
    }),
  );
}

subscribe(outboundShipped, 'finance', ['记账：商品成本', 'Book cost of goods'], (app, ctx, { outboundIds }) =>
  app.database.inCompany(ctx, async (tx) => {
    await bookGoodsCost(tx, outboundIds);
    await bookWarehouseFees(tx, outboundIds);
  }),
);

/** Transactions commit in another order than their ids: rereads this many ids. */
const LOOK_BACK = 10_000;
const BATCH = 2000;

/**
 * Books received stock (each cost layer) and stock that left without an order, so that the account `stock_value` of a
 * warehouse equals the value of its layers. `all` checks everything, else only new rows.
 */
export async function bookStock(tx: Tx, all: boolean): Promise<number> {
  const { timeZone, baseCurrency } = await companyOf(tx);
  const received = await unbooked(tx, 'cost_layer', all);
  const issued = await unbooked(tx, 'cost_issue', all);
  const entry = (kind: string, row: Moved) => ({
    docKind: kind,
    docId: row.id,
    step: 'stock',
    onDay: localDay(row.at, timeZone),
    text: kind === 'cost_layer' ? 'stockIn' : 'stockOut',
  });
  return book(tx, [
    ...received.map((row) => {
      const arrived = { ...row, cost: new Decimal(row.cost).neg().toFixed() };
      const lines = stockLeaves(counterpart(row, 'stock_received'), [arrived], baseCurrency);
      return { ...entry('cost_layer', row), lines };
    }),
    ...issued.map((row) => {
      const lines = stockLeaves(counterpart(row, 'stock_difference'), [row], baseCurrency);
      return { ...entry('cost_issue', row), lines };
    }),
  ]);
}

type Moved = Goods & { id: number; at: Date; docKind: string };

/** Units became units of another product: both sides meet on one account. */
const CONVERTED = ['assembly', 'assembly_undo', 'product_merge'];

/** Goods that go back to their supplier mirror their receipt; the claim is booked when they leave. */
function counterpart({ docKind }: Moved, otherwise: Account): Account {
  if (docKind === SUPPLIER_RETURN) return 'stock_received';
  return CONVERTED.includes(docKind) ? 'assembly_difference' : otherwise;
}

function unbooked(tx: Tx, kind: 'cost_layer' | 'cost_issue', all: boolean): Promise<Moved[]> {
  const layer = kind === 'cost_layer';
  const from = all
    ? sql`0`
    : sql`coalesce((select max(doc_id) from ledger_entry where company_id = ${sql.company} and doc_kind = ${kind}), 0) - ${LOOK_BACK}`;
  return tx.rows<Moved>(sql`select c.id, c.warehouse_id, c.product_id, c.quantity * ${layer ? sql`coalesce(c.received_cost, c.unit_cost)` : sql`c.unit_cost`} as cost,
      ${layer ? sql`c.received_at` : sql`c.at`} as at, c.doc_kind
    from ${sql.id(kind, ['cost_layer', 'cost_issue'])} c
    where c.company_id = ${sql.company} and c.id > ${from} and abs(c.quantity * ${layer ? sql`coalesce(c.received_cost, c.unit_cost)` : sql`c.unit_cost`}) >= 0.005
      and ${layer ? sql`true` : sql`c.doc_kind <> 'outbound'`}
      and not exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = ${kind}
        and e.doc_id = c.id and e.step = 'stock')
    order by c.id limit ${BATCH}`);
}

export { BATCH as STOCK_BATCH };
