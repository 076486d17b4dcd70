import { type ReportResult, runReport } from '@tradewind/contract/reports.ts';
import { sql } from '../../core/database/sql.ts';
import type { Tx } from '../../core/database/tx.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { issueCosts, moveStock, receiveLayers, revalueLayers } from '../stock/public.ts';

/** Two warehouses and three products, with stock that came and went over 200 days. */
export interface Stocked extends OrderWorld {
  secondId: number;
  /** The company's day so many days ago. */
  day(back: number): Promise<string>;
  /** What the layers held at the end of each day on which something happened, noted then. */
  noted: Noted[];
}
export interface Noted {
  day: string;
  layers: { warehouse: string; product: string; units: number; value: number; received: string }[];
}

const DAYS_BACK = [200, 130, 100, 70, 45, 31, 20, 12, 5, 1, 0] as const;

/** A small generator, so that a run repeats. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

export async function openStocked(server: TestServer): Promise<Stocked> {
  const world = await openWorld(server);
  const { owner } = server.app.database;
  const { companyId } = world.main;
  const { rows } = await owner.query(
    `with w as (insert into warehouse (company_id, code, name, kind, address) values ($1, 'W2', 'Second', 'selfBuilt', '{}') returning id)
     insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
     select $1, w.id, 'B-1', 'B', '1', '1', '1', 'picking', 1 from w returning warehouse_id as id`,
    [companyId],
  );
  const secondId = Number(rows[0].id);
  const next = numbers(7);
  const noted: Noted[] = [];
  for (const [at, back] of DAYS_BACK.entries()) {
    await world.tx((tx) =>
      happen(tx, [world.warehouseId, secondId], world.productIds, { docId: 9_000 + at, first: at === 0, next }),
    );
    // What this transaction wrote was so many days ago.
    for (const [table, column] of [
      ['stock_movement', 'at'],
      ['cost_layer', 'received_at'],
      ['cost_layer', 'entered_at'],
      ['cost_issue', 'at'],
      ['cost_revaluation', 'at'],
    ])
      await owner.query(
        `update ${table} set ${column} = ${column} - make_interval(days => $2) where company_id = $1 and ${column} > now() - interval '1 hour'`,
        [companyId, back],
      );
    const layers = await owner.query(
      `select l.warehouse_id::text as warehouse, l.product_id::text as product, l.remaining as units, (l.remaining * l.unit_cost)::float as value,
         (l.received_at at time zone c.time_zone)::date::text as received
       from cost_layer l join company c on c.id = l.company_id where l.company_id = $1 and l.remaining > 0`,
      [companyId],
    );
    const passed = await owner.query(
      `select ((max(m.at) at time zone c.time_zone)::date)::text as day from stock_movement m join company c on c.id = m.company_id
       where m.company_id = $1 group by c.time_zone`,
      [companyId],
    );
    noted.push({ day: passed.rows[0].day, layers: layers.rows });
  }
  const day = async (back: number) =>
    (
      await world.one<{ day: string }>(
        sql`select ((now() at time zone time_zone)::date - ${back}::int)::text as day from company where id = ${companyId}`,
      )
    ).day;
  return { ...world, secondId, day, noted };
}

interface Happening {
  docId: number;
  first: boolean;
  next(below: number): number;
}

/** Units come and go, move within their warehouse, and cost more afterwards. */
async function happen(
  tx: Tx,
  warehouseIds: readonly number[],
  products: readonly number[],
  { docId, first, next }: Happening,
) {
  const bins = await tx.rows<{ id: number; warehouseId: number }>(
    sql`select min(id) as id, warehouse_id from location where company_id = ${sql.company} group by 2`,
  );
  let docLine = docId * 100;
  for (const warehouseId of warehouseIds)
    for (const productId of products) {
      const locationId = bins.find((bin) => bin.warehouseId === warehouseId)?.id ?? 0;
      const of = () => ({ warehouseId, productId, docKind: 'test', docId, docLine: ++docLine });
      const came = first ? 200 : next(30);
      if (came > 0) {
        const about = of();
        await moveStock(tx, [
          { ...about, locationId, onHand: came, reason: first ? 'opening' : 'receipt', step: 'in' },
        ]);
        await receiveLayers(tx, [{ ...about, quantity: came, unitCost: `${3 + next(9)}.${next(10)}3` }]);
      }
      const went = next(12);
      if (went > 0) {
        const about = { ...of(), docKind: next(2) === 0 ? 'outbound' : 'test' };
        const reason = about.docKind === 'outbound' ? 'shipment' : 'scrap';
        await moveStock(tx, [{ ...about, locationId, onHand: -went, reason, step: 'out' }]);
        await issueCosts(tx, [{ ...about, quantity: went }]);
      }
      const about = of();
      await moveStock(tx, [
        { ...about, locationId, onHand: -1, reason: 'relocate', step: 'from' },
        { ...about, locationId, onHand: 1, reason: 'relocate', step: 'to' },
      ]);
    }
  const layer = await tx.row<{ id: number }>(
    sql`select id from cost_layer where company_id = ${sql.company} and remaining > 0 order by id desc limit 1`,
  );
  if (layer) await revalueLayers(tx, [{ docKind: 'test', docId, docLine: 1, amount: '7.77', layerIds: [layer.id] }]);
}

export const ask = (server: TestServer, as: Person, report: string, more: object) =>
  server.ok(runReport, { report, dimensions: [], ...more } as never, as) as Promise<ReportResult>;

/** The rows of a result as objects: keys of dimensions, figures of measures as numbers. */
export const figuresOf = ({ dimensions, measures, rows }: ReportResult): Record<string, string | number | null>[] =>
  rows.map(({ keys, figures }) => ({
    ...Object.fromEntries(dimensions.map((name, at) => [name, keys[at] ?? ''])),
    ...Object.fromEntries(measures.map((name, at) => [name, figures[at] == null ? null : Number(figures[at])])),
  }));
export const totalsOf = ({ measures, totals }: ReportResult): Record<string, number | null> =>
  Object.fromEntries(
    measures.map((name, at) => [name, totals.figures[at] == null ? null : Number(totals.figures[at])]),
  );
