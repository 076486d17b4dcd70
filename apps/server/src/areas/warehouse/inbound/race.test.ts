import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { inboundReceived, inboundTakenBack } from '../hooks.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { receiveCarton } from './carton.ts';
import { checkReceipt } from './check.ts';
import { cancelInbound, closeInbound } from './close.ts';
import { createInbound } from './create.ts';
import { actOnInbounds, editInbound } from './edit.ts';
import { putAway } from './put-away.ts';
import { receiveInbound } from './receive.ts';
import { undoReceipt } from './undo.ts';

let server: TestServer;
/** Receipts reported to listeners, less undone ones, by document. */
const answered = new Map<number, number>();
beforeAll(async () => {
  server = await testServer();
  const hear =
    (sign: 1 | -1) =>
    (_tx: unknown, { inboundId, receipts }: { inboundId: number; receipts: readonly { quantity: number }[] }) => {
      const units = receipts.reduce((sum, one) => sum + one.quantity, 0);
      answered.set(inboundId, (answered.get(inboundId) ?? 0) + sign * units);
    };
  const ends = [inboundReceived.listen(hear(1)), inboundTakenBack.listen(hear(-1))];
  return () => ends.forEach((end) => void end());
});
afterAll(() => server.close());

const DOCUMENTS = 3;
const ACTS = ['receive', 'carton', 'undo', 'check', 'put', 'close', 'cancel', 'edit'] as const;
const act = fc.record({
  kind: fc.constantFrom(...ACTS, 'receive', 'receive', 'carton', 'put', 'put', 'check', 'undo' as const),
  document: fc.nat({ max: DOCUMENTS - 1 }),
  product: fc.nat({ max: 2 }),
  quantity: fc.integer({ min: 1, max: 6 }),
  damaged: fc.boolean(),
  batch: fc.constantFrom('', 'L1', 'L2'),
  any: fc.nat({ max: 1000 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Business refusals are expected. Anything else fails the test. */
const REFUSALS = /^(warehouse|stock|document|core\.stale)/;
async function tolerant(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!REFUSALS.test(error.code ?? '')) throw error;
  });
}

async function perform(floor: Floor, ids: readonly number[], one: Act): Promise<void> {
  const id = ids[one.document] ?? 0;
  const productId = floor.productIds[one.product] ?? 0;
  const receipts = () =>
    floor.tx((tx) =>
      tx.rows<{
        id: number;
      }>(sql`select id from inbound_receipt where company_id = ${sql.company} and inbound_id = ${id}
        order by id`),
    );
  const some = async () => {
    const rows = await receipts();
    return rows[one.any % Math.max(1, rows.length)]?.id ?? 0;
  };
  const locationCode = floor.bins[one.any % floor.bins.length]?.code ?? '';
  const goods = {
    productId,
    quantity: one.quantity,
    batch: one.batch,
    ...(one.damaged ? { condition: 'damaged' as const } : {}),
  };
  const works = {
    receive: () => floor.tx((tx) => receiveInbound(tx, id, [goods])),
    carton: () => floor.tx((tx) => receiveCarton(tx, id, 'CTN', { sure: one.damaged })),
    undo: async () => {
      const receiptId = await some();
      return floor.tx((tx) => undoReceipt(tx, receiptId));
    },
    check: async () => {
      const receiptId = await some();
      const failed = one.damaged ? 1 : 0;
      const found = { passed: one.quantity, failed, reason: 'test' };
      return floor.tx(async (tx) => {
        const [line] = await tx.rows<{ id: number }>(
          sql`select line_id as id from inbound_receipt where company_id = ${sql.company} and id = ${receiptId}`,
        );
        return checkReceipt(tx, one.any % 2 && line ? { lineId: line.id, ...found } : { receiptId, ...found });
      });
    },
    put: async () => {
      const receiptIds = (await receipts()).map((row) => row.id);
      const chosen = one.damaged ? receiptIds : [receiptIds[one.any % Math.max(1, receiptIds.length)] ?? 0];
      const quantity = one.damaged ? {} : { quantity: one.quantity };
      return floor.tx((tx) => putAway(tx, { receiptIds: chosen, locationCode, ...quantity }));
    },
    close: () =>
      floor.tx(async (tx) => void (await (one.any % 2 ? closeInbound(tx, id) : actOnInbounds(tx, ids, 'close')))),
    cancel: () => floor.tx((tx) => cancelInbound(tx, id)),
    edit: () =>
      floor.tx((tx) =>
        editInbound(tx, {
          id,
          version: 1,
          kind: 'manual',
          reference: '',
          carrier: '',
          trackingNumber: '',
          qualityCheck: false,
          remark: '',
          lines: [{ productId, quantity: one.quantity, remark: '' }],
        }),
      ),
  };
  await tolerant(works[one.kind]());
}

/** Invariants of inbound orders. */
async function inboundWrongs(companyId: number): Promise<unknown[]> {
  const checks = [
    `select 'incoming' as what, b.product_id, b.incoming, m.n as moved, l.n as expected from stock_balance b
       left join (select product_id, sum(incoming) as n from stock_movement where company_id = $1 group by 1) m using (product_id)
       left join (select l.product_id, sum(greatest(0, l.expected - l.received)) as n from inbound_line l
         join inbound i on i.company_id = $1 and i.id = l.inbound_id and i.state in ('notice', 'arrived', 'receiving')
         where l.company_id = $1 group by 1) l using (product_id)
       where b.company_id = $1 and (b.incoming <> coalesce(m.n, 0) or b.incoming <> coalesce(l.n, 0))`,
    `select 'line' as what, l.id, l.received, l.damaged, r.* from inbound_line l left join (
         select line_id, sum(quantity) as n, sum(case condition when 'damaged' then quantity else failed end) as bad
         from inbound_receipt where company_id = $1 and undone_at is null group by 1) r on r.line_id = l.id
       where l.company_id = $1 and (l.received <> coalesce(r.n, 0) or l.damaged <> coalesce(r.bad, 0))`,
    `select 'head' as what, i.id, i.units, i.units_received, i.units_to_put_away, l.n, r.* from inbound i
       join lateral (select coalesce(sum(expected), 0) as n from inbound_line where company_id = $1 and inbound_id = i.id) l on true
       join lateral (select coalesce(sum(quantity), 0) as came,
         coalesce(sum(case condition when 'good' then quantity when 'checking' then passed else 0 end - put_away), 0) as waiting
         from inbound_receipt where company_id = $1 and inbound_id = i.id and undone_at is null) r on true
       where i.company_id = $1 and (i.units <> l.n or i.units_received <> r.came or i.units_to_put_away <> r.waiting)`,
    // Each received unit is somewhere: on a shelf, in receiving, with damaged stock, or on QC hold.
    `select 'places' as what, r.product_id, r.batch_id, r.*, b.* from (
         select product_id, batch_id, sum(put_away) as shelved,
           sum(case condition when 'good' then quantity when 'checking' then passed else 0 end - put_away) as waiting,
           sum(case condition when 'checking' then quantity - passed - failed else 0 end) as unchecked,
           sum(case condition when 'damaged' then quantity else failed end) as bad
         from inbound_receipt where company_id = $1 and undone_at is null group by 1, 2) r
       full join (select s.product_id, s.batch_id, sum(s.on_hand) filter (where s.condition = 'good' and l.kind = 'picking') as shelved,
           sum(s.on_hand) filter (where s.condition = 'good' and l.kind = 'receiving') as waiting,
           sum(s.on_hand) filter (where s.condition = 'checking') as unchecked,
           sum(s.on_hand) filter (where s.condition = 'damaged') as bad
         from bin_stock s join location l on l.company_id = $1 and l.id = s.location_id where s.company_id = $1 group by 1, 2) b
         using (product_id, batch_id)
       where coalesce(r.shelved, 0) <> coalesce(b.shelved, 0) or coalesce(r.waiting, 0) <> coalesce(b.waiting, 0)
         or coalesce(r.unchecked, 0) <> coalesce(b.unchecked, 0) or coalesce(r.bad, 0) <> coalesce(b.bad, 0)`,
    `select 'carton' as what, c.id, c.received_at, r.units from inbound_carton c join lateral (
         select coalesce(sum(quantity), 0) as units from inbound_receipt where company_id = $1 and carton_id = c.id and undone_at is null) r on true
       where c.company_id = $1 and r.units <> case when c.received_at is null then 0 else
         (select sum((x.value->>'quantity')::int) from jsonb_array_elements(c.contents) x) end`,
    `select 'done' as what, i.id, i.state, i.units_to_put_away, r.n from inbound i join lateral (
         select coalesce(sum(quantity - passed - failed) filter (where condition = 'checking'), 0) as n from inbound_receipt
         where company_id = $1 and inbound_id = i.id and undone_at is null) r on true
       where i.company_id = $1 and i.state in ('received', 'done') and (i.state = 'done') <> (i.units_to_put_away + r.n = 0)`,
  ];
  const found: unknown[] = [];
  for (const check of checks) found.push(...(await server.app.database.owner.query(check, [companyId])).rows);
  return found;
}

it('counts every unit once and knows where it lies, whatever eight people do at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 4, maxLength: 9 }), { minLength: 8, maxLength: 8 }),
      fc.boolean(),
      async (people, qualityCheck) => {
        const floor = await openFloor(server, { products: 3, bins: 3 });
        const ids: number[] = [];
        for (let i = 0; i < DOCUMENTS; i++) {
          // The first product has two lines.
          const lines = [0, 1, 2, 0].map((p) => ({
            productId: floor.productIds[p] ?? 0,
            quantity: 5 + p,
            unitCost: p === 0 ? undefined : `${i + 1}`,
          }));
          const cartons = [
            {
              code: 'CTN',
              contents: [
                { line: 0, quantity: 5, batch: 'L1' },
                { line: 1, quantity: 2 },
              ],
            },
          ];
          const input = { warehouseId: floor.warehouseId, kind: 'manual' as const, lines };
          ids.push(
            (
              await floor.tx((tx) =>
                // The first has no cartons, so that its lines may be edited away.
                createInbound(tx, { ...input, qualityCheck: qualityCheck && i > 0, ...(i > 0 ? { cartons } : {}) }),
              )
            ).id,
          );
        }
        await Promise.all(
          people.map(async (acts) => {
            for (const one of acts) await perform(floor, ids, one);
          }),
        );
        expect(await floor.wrongs()).toEqual([]);
        expect(await inboundWrongs(floor.main.companyId)).toEqual([]);
        const heads = await floor.tx((tx) =>
          tx.rows<{ id: number; n: number }>(
            sql`select id, units_received as n from inbound where company_id = ${sql.company}`,
          ),
        );
        // Attempts that a transaction repeated would be heard twice here; that what is heard fits shows that none was.
        for (const { id, n } of heads) expect([id, answered.get(id) ?? 0]).toEqual([id, n]);
      },
    ),
    { numRuns: runs(3, 64), endOnFailure: true },
  );
});
