import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsPage, WmsStock, WmsStockEntry } from '@tradewind/connectors/wms.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type settleWmsDifference, wmsDifferenceMay } from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { conflict, Fail, notFound, ruleBroken } from '../../core/errors.ts';
import { codedFailure } from '../../core/jobs/failure.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { adjustStock, touchStock } from '../stock/public.ts';
import { wantCountsAtSenders } from '../warehouse/public.ts';
import { withWms } from './access.ts';
import { type Warehouse, warehouseOf } from './adopt.ts';
import { watchDoubts } from './doubt.ts';
import { type PayloadOf, STOCK_JOB } from './jobs.ts';
import { addEntries, type Ledger, type LedgerStart, shortened } from './ledger.ts';
import { keepPlace, type Place, placeOf, readOn } from './place.ts';
import { poll } from './poll.ts';

const LEDGER_DAYS = 30;
const MOST_PAGES = 500;

defineJob<PayloadOf<typeof STOCK_JOB>>(
  STOCK_JOB.name,
  ['核对第三方仓库存', 'Compare third-party warehouse stock'],
  async (app, ctx, { connectionId, warehouseId, on }) => {
    // Updated first: a late update is no mismatch.
    await poll(app, ctx, connectionId);
    await compareStock(app, ctx, warehouseId, on);
  },
);

/**
 * Compares the provider's stock with ours and changes no stock: mismatches stay until a person settles them. Until the
 * provider's ledger is read completely they stay unchanged, since unread entries may explain them.
 */
export async function compareStock(
  app: App,
  ctx: Ctx,
  warehouseId: number,
  supplied?: Place<LedgerStart>,
): Promise<void> {
  const site = await app.database.inCompany(ctx, (tx) => warehouseOf(tx, warehouseId));
  const { connectionId } = site;
  const about = { connectionId, warehouseId };
  try {
    const stock = await pages<WmsStock>((cursor) =>
      withWms(app, ctx, connectionId, (wms, access) => wms.inventory(access, site.code, cursor)),
    );
    // Unread is not 0.
    if (!stock) throw ruleBroken('wms.stockCutOff');
    const { ledger, on } = await readLedger(app, ctx, site, supplied);
    await app.database.inCompany(ctx, async (tx) => {
      const going = on && { ...on, at: { ...on.at, ledger: await stillNeeded(tx, site, stock, ledger) } };
      await keepPlace(tx, STOCK_JOB, about, going);
      if (!on) await watchDoubts(tx, warehouseId, () => keepDifferences(tx, site, stock, ledger));
    });
  } catch (error) {
    if (!(error instanceof ConnectorError) && !(error instanceof Fail)) throw error;
    const words = error instanceof Fail ? codedFailure(error.code, error.params) : error.message.slice(0, 500);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(
        sql`update wms_warehouse set stock_error = ${words} where company_id = ${sql.company} and warehouse_id = ${warehouseId}`,
      ),
    );
    throw error;
  }
}

async function readLedger(app: App, ctx: Ctx, site: Warehouse, supplied: Place<LedgerStart> | undefined) {
  const { connectionId, warehouseId, code } = site;
  const place =
    supplied ??
    (await app.database.inCompany(ctx, (tx) => placeOf<LedgerStart>(tx, STOCK_JOB, { connectionId, warehouseId })));
  const now = ctx.now().getTime();
  const since = new Date(now - LEDGER_DAYS * 24 * 3_600_000).toISOString();
  const start: LedgerStart = { since, began: new Date(now).toISOString(), ledger: {} };
  const { at, on } = await readOn(place, start, async ({ since: from, began: to, ledger }, cursor) => {
    const { rows, next } = await withWms<WmsPage<WmsStockEntry>>(app, ctx, connectionId, async (wms, access) =>
      wms.stockLedger ? wms.stockLedger(access, code, from, to, cursor) : { rows: [] },
    );
    addEntries(ledger, rows);
    return next;
  });
  return { ledger: at.ledger, on };
}

async function stillNeeded(tx: Tx, site: Warehouse, stock: readonly WmsStock[], ledger: Ledger): Promise<Ledger> {
  const ours = await tx.rows<{ code: string; n: number }>(
    sql`select coalesce(w.code, p.sku) as code, b.on_hand as n from stock_balance b
     join product p on p.company_id = ${sql.company} and p.id = b.product_id
     left join wms_product w on w.company_id = ${sql.company} and w.connection_id = ${site.connectionId} and w.product_id = b.product_id
     where b.company_id = ${sql.company} and b.warehouse_id = ${site.warehouseId}`,
  );
  const notices = await tx.rows<{ no: string }>(
    sql`select provider_no as no from wms_order where company_id = ${sql.company} and connection_id = ${site.connectionId} and kind = 'inbound'
       and state = 'sent' and provider_no is not null`,
  );
  const left = theirsOf(stock);
  for (const { code, n } of ours) left.set(code, (left.get(code) ?? 0) - n);
  const differs = [...left].flatMap(([code, n]) => (n === 0 ? [] : [code]));
  return shortened(ledger, new Set(differs), new Set(notices.map(({ no }) => no)));
}

/** The whole list, or nothing where it does not end. */
async function pages<T>(
  read: (cursor: string | undefined) => Promise<{ rows: T[]; next?: string }>,
): Promise<T[] | undefined> {
  const rows: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows: more, next } = await read(cursor);
    rows.push(...more);
    cursor = next;
    if (!cursor) return rows;
  }
  return undefined;
}

/** The provider's sellable stock, including units waiting for put-away, which are booked here already. */
const goodOf = (row: WmsStock) => row.onHand - row.damaged + row.pendingPutAway;

function theirsOf(stock: readonly WmsStock[]): Map<string, number> {
  const theirs = new Map<string, number>();
  for (const row of stock) theirs.set(row.sku, (theirs.get(row.sku) ?? 0) + goodOf(row));
  return theirs;
}

async function keepDifferences(tx: Tx, site: Warehouse, stock: readonly WmsStock[], ledger: Ledger): Promise<void> {
  const answered = [...theirsOf(stock)].map(([code, quantity]) => ({ code, quantity }));
  const shown = Object.entries(ledger).map(([code, of]) => ({ code, ...of }));
  await tx.rows(differences(site, answered, shown, tx.now));
  await tx.rows(
    sql`with told as (select * from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb) as r(code text, quantity int)),
       gone as (delete from wms_stock s where s.company_id = ${sql.company} and s.warehouse_id = ${site.warehouseId} and s.code not in (select code from told))
     insert into wms_stock (company_id, warehouse_id, code, quantity, at) select ${sql.company}, ${site.warehouseId}, code, quantity, ${tx.now} from told
     on conflict (company_id, warehouse_id, code) do update set quantity = excluded.quantity, at = excluded.at`,
  );
  await tx.rows(
    sql`update wms_warehouse set stock_at = ${tx.now}, stock_error = null where company_id = ${sql.company} and warehouse_id = ${site.warehouseId}`,
  );
}

/**
 * Open differences become what they are now: new ones are opened, those that are gone are closed, and one that was left
 * with a remark comes again only when it has changed.
 */
function differences(site: Warehouse, answered: readonly object[], shown: readonly object[], now: Date): Sql {
  const warehouse = sql.value(site.warehouseId);
  const connection = sql.value(site.connectionId);
  const at = sql.value(now);
  return sql`with told as (select * from jsonb_to_recordset(${sql.json(answered)}) as r(code text, quantity int)),
    shown as (select * from jsonb_to_recordset(${sql.json(shown)}) as r(code text, entries jsonb, receipts jsonb)),
    named as (select code, product_id from wms_product where company_id = ${sql.company} and connection_id = ${connection}),
    ours as (
      select coalesce(n.code, p.sku) as code, b.product_id, b.on_hand from stock_balance b
      join product p on p.company_id = ${sql.company} and p.id = b.product_id left join named n on n.product_id = b.product_id
      where b.company_id = ${sql.company} and b.warehouse_id = ${warehouse}
    ), leaving as (
      select l.product_id, sum(l.quantity)::int as n from wms_order w join outbound o on o.company_id = ${sql.company} and o.id = w.doc_id
      join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
      where w.company_id = ${sql.company} and w.warehouse_id = ${warehouse} and w.kind = 'outbound' and w.state = 'sent'
        and w.status in ('shipped', 'delivered', 'returned') and o.state not in ('shipped', 'cancelled')
      group by l.product_id
    ), coming as (
      select s.code, sum((r ->> 'n')::int)::int as n from shown s cross join jsonb_array_elements(s.receipts) r
      join wms_order w on w.company_id = ${sql.company} and w.connection_id = ${connection} and w.kind = 'inbound' and w.provider_no = r ->> 'no'
        and w.state = 'sent'
      group by s.code
    ), booked as (
      select n.code, sum(l.received)::int as n from wms_order w join inbound_line l on l.company_id = ${sql.company} and l.inbound_id = w.doc_id
      join named n on n.product_id = l.product_id
      where w.company_id = ${sql.company} and w.warehouse_id = ${warehouse} and w.kind = 'inbound' and w.state = 'sent' group by n.code
    ), figures as (
      select code, coalesce(o.product_id, n.product_id) as product_id, coalesce(o.on_hand, 0) as ours,
        coalesce(t.quantity, 0) as theirs, coalesce(l.n, 0) as shipped,
        greatest(0, coalesce(c.n, 0) - coalesce(k.n, 0)) as received, coalesce(s.entries, '[]') as entries,
        before.quantity as before
      from ours o full join told t using (code) left join named n using (code) left join leaving l on l.product_id = coalesce(o.product_id, n.product_id)
      left join coming c using (code) left join booked k using (code) left join shown s using (code)
      left join (select x.code, x.quantity from wms_stock x where x.company_id = ${sql.company} and x.warehouse_id = ${warehouse}) before using (code)
    ), rows as (
      select f.*, theirs - ours + shipped - received as rest,
        before is not null and theirs - ours + shipped - received <> 0
          and (before > 0 and theirs = 0 or abs(theirs - before) > greatest(10, before * 0.3)) as jump
      from figures f
    ), closed as (
      update wms_difference d set state = 'gone', settled_at = ${at}, seen_at = ${at}
      where d.company_id = ${sql.company} and d.warehouse_id = ${warehouse} and d.state = 'open'
        and not exists (select from rows r where r.code = d.code and r.ours <> r.theirs)
    )
    insert into wms_difference (company_id, warehouse_id, product_id, code, ours, theirs, shipped, received, rest, entries, jump, seen_at, created_at)
    select ${sql.company}, ${warehouse}, r.product_id, r.code, r.ours, r.theirs, r.shipped, r.received, r.rest, r.entries, r.jump, ${at}, ${at} from rows r
    where r.ours <> r.theirs and r.rest is distinct from (
      select d.rest from wms_difference d where d.company_id = ${sql.company} and d.warehouse_id = ${warehouse} and d.code = r.code and d.state = 'ignored'
        and not exists (select from wms_difference e where e.company_id = ${sql.company} and e.warehouse_id = ${warehouse} and e.code = d.code and e.id > d.id)
      order by d.id desc limit 1)
    on conflict (company_id, warehouse_id, code) where state = 'open' do update set product_id = excluded.product_id,
      ours = excluded.ours, theirs = excluded.theirs, shipped = excluded.shipped, received = excluded.received,
      rest = excluded.rest, entries = excluded.entries, jump = excluded.jump or wms_difference.jump, seen_at = excluded.seen_at`;
}

type Settled = ParsedOf<typeof settleWmsDifference>;

/**
 * Adjusted units may never have left our own warehouse that sent them: requests a count there. @throws conflict
 * wms.differenceChanged, ruleBroken wms.nothingToBook, wms.codeOfNothing
 */
export async function settleDifference(tx: Tx, input: Settled): Promise<{ documentNo: string | null }> {
  const [row] = await tx.rows<{
    warehouseId: number;
    productId: number | null;
    code: string;
    rest: number;
    state: string;
  }>(
    sql`select warehouse_id, product_id, code, rest, state from wms_difference
     where company_id = ${sql.company} and id = ${input.id} and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) for update`,
  );
  if (!row) throw notFound('wms.differenceGone');
  if (!wmsDifferenceMay('settle', row) || row.rest !== input.rest) throw conflict('wms.differenceChanged');
  const booked = input.how === 'book' ? await bookRest(tx, row, input) : null;
  await tx.rows(
    sql`update wms_difference set state = ${input.how === 'book' ? 'settled' : 'ignored'}, remark = ${input.remark}, document_id = ${booked?.id ?? null}, settled_at = ${tx.now}, settled_by = ${tx.actor.name}
     where company_id = ${sql.company} and id = ${input.id}`,
  );
  if (row.productId !== null) touchStock(tx, [row.productId]);
  if (row.productId !== null && booked)
    await wantCountsAtSenders(tx, row.warehouseId, [{ productId: row.productId, weight: Math.abs(row.rest) }]);
  return { documentNo: booked?.number ?? null };
}

async function bookRest(
  tx: Tx,
  row: { warehouseId: number; productId: number | null; code: string; rest: number },
  { reason, remark }: Settled,
) {
  if (row.rest === 0) throw ruleBroken('wms.nothingToBook');
  if (row.productId === null) throw ruleBroken('wms.codeOfNothing', { code: row.code });
  const [place] = await tx.rows<{ id: number }>(
    sql`select l.id from location l left join bin_stock b on b.company_id = ${sql.company} and b.location_id = l.id and b.product_id = ${row.productId}
       and b.condition = 'good'
     where l.company_id = ${sql.company} and l.warehouse_id = ${row.warehouseId} and l.enabled and l.kind = 'storage'
     group by l.id, l.path_order order by coalesce(sum(b.on_hand), 0) desc, l.path_order, l.id limit 1`,
  );
  if (!place) throw ruleBroken('warehouse.noReceivingLocation');
  return adjustStock(tx, {
    warehouseId: row.warehouseId,
    reason,
    remark,
    lines: [{ productId: row.productId, locationId: place.id, delta: row.rest }],
  });
}
