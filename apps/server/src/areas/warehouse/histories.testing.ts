import { type Sql, sql } from '../../core/database/sql.ts';
import type { TestServer } from '../../testing/harness.ts';
import { bookAdjustment, lockBalances, newStockDocument, receiveGoods, shiftStock } from '../stock/public.ts';
import { finishAssembly } from './assembly/finish.ts';
import { cancelAssembly, submitAssembly } from './assembly/hold.ts';
import { saveAssembly } from './assembly/save.ts';
import { undoAssembly } from './assembly/undo.ts';
import { countLocation } from './count/count-location.ts';
import { createCount } from './count/create.ts';
import { cancelCount, startCount, submitCount } from './count/transitions.ts';
import { editLocation } from './locations/locations.ts';
import {
  cancelInbound,
  cancelOutbounds,
  closeInbound,
  createInbound,
  createWaves,
  packOutbounds,
  pickLines,
  pickOutbounds,
  recallBatch,
  receiveInbound,
  releaseBatch,
  shipOutbounds,
  shortPick,
  undoPick,
} from './public.ts';
import { putBack, putBackList } from './scan/put-back.ts';
import { cancelTransfer, finishTransfer, submitTransfer } from './transfer/hold.ts';
import { saveTransfer } from './transfer/save.ts';
import { shipTransfer } from './transfer/ship.ts';
import { type Floor, openFloor, openSecond } from './warehouse.testing.ts';
import { dissolveWaves } from './wave/dissolve.ts';

/** Numbers that drive a history: every act draws from them, so that a history is plain data. */
interface Act {
  kind: string;
  a: number;
  b: number;
  c: number;
}
interface Story {
  floor: Floor;
  /** A second warehouse of the company for transfers, with its picking locations. */
  second: { warehouseId: number; bins: number[] };
  outboundIds: number[];
  inboundIds: number[];
  /** Ids for movements without a warehouse document. */
  serial(): number;
  /** Kinds of acts that succeeded. */
  done: Set<string>;
}

/** A floor with stock in every bin, some of it in a batch, orders, and a second warehouse. */
export async function beginStory(server: TestServer): Promise<Story> {
  const floor = await openFloor(server, { products: 3, bins: 5 });
  let number = 0;
  const second = await openSecond(floor);
  const story: Story = { floor, second, outboundIds: [], inboundIds: [], serial: () => ++number, done: new Set() };
  for (let bin = 0; bin < 5; bin++) for (let p = 0; p < 3; p++) await floor.put(bin, p, 4, `${bin + 1}`);
  await perform(story, { kind: 'announce', a: 0, b: 5, c: 1 });
  for (const b of [0, 1]) await perform(story, { kind: 'receive', a: 0, b, c: 2 });
  for (let i = 0; i < 8; i++) await perform(story, { kind: 'order', a: i, b: i, c: i });
  return story;
}

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
const idOf = (all: readonly number[], n: number): number => pick(all, n) ?? 0;
const BATCHES = [undefined, 'LOT-1', 'LOT-2', 'LOT-3'];
const CONDITIONS = ['good', 'damaged', 'returned', 'held', 'checking'] as const;
/** Picks a row by number. */
const some = async <T extends object>({ floor }: Story, n: number, query: Sql): Promise<T | undefined> =>
  pick(await floor.tx((tx) => tx.rows<T>(query)), n);

interface FreeBin {
  locationId: number;
  productId: number;
  condition: (typeof CONDITIONS)[number];
  batchId: number;
  free: number;
}
const someBin = (story: Story, n: number) =>
  some<FreeBin>(
    story,
    n,
    sql`select location_id, product_id, condition, batch_id, on_hand - allocated as free
      from bin_stock where company_id = ${story.floor.main.companyId} and on_hand > allocated and warehouse_id = ${story.floor.warehouseId}
      order by 1, 2, 3, 4`,
  );

/** All open or done pick tasks. */
const someStop = (story: Story, { a }: Act) =>
  some<{ id: number; wave: number }>(
    story,
    a,
    sql`select id, wave_id as wave from pick_line where company_id = ${story.floor.main.companyId}
      and state in ('open', 'done') order by id`,
  );

const someCount = (story: Story, n: number, states: string[]) =>
  some<{ id: number }>(
    story,
    n,
    sql`select id from stock_count where company_id = ${story.floor.main.companyId} and kind = 'chosen' and state = any(${states}::text[]) order by id`,
  );

/** Two orders in a status, now and then any two. */
async function ordersAt(story: Story, state: string, { a, b, c }: Act): Promise<number[]> {
  if (c % 6 === 0) return [idOf(story.outboundIds, a), idOf(story.outboundIds, b)];
  const rows = await story.floor.tx((tx) =>
    tx.rows<{ id: number }>(
      sql`select id from outbound where company_id = ${sql.company} and state = ${state} order by id`,
    ),
  );
  return [a, b].map((n) => pick(rows, n)?.id ?? 0);
}

/**
 * Everything that can happen to stock. To cover another document, add an act that calls its actions: the invariants
 * need no change.
 */
export const ACTS: Record<string, (story: Story, act: Act) => Promise<unknown>> = {
  createAsn: ({ floor, inboundIds }, { a, b, c }) =>
    floor.tx(async (tx) => {
      const made = await createInbound(tx, {
        warehouseId: floor.warehouseId,
        kind: 'manual',
        qualityCheck: c % 3 === 0,
        lines: [
          { productId: idOf(floor.productIds, a), quantity: 1 + (b % 6), unitCost: `${1 + c}` },
          { productId: idOf(floor.productIds, a + 1), quantity: 1 + (c % 4) },
        ],
      });
      tx.afterCommit(() => inboundIds.push(made.id));
    }),
  receive: ({ floor, inboundIds }, { a, b, c }) =>
    floor.tx((tx) =>
      receiveInbound(tx, idOf(inboundIds, a), [
        {
          productId: idOf(floor.productIds, b),
          quantity: 1 + (c % 4),
          condition: c % 5 === 0 ? 'damaged' : undefined,
          batch: pick(BATCHES, c),
          locationId: c % 2 === 0 ? pick(floor.bins, b)?.id : undefined,
        },
      ]),
    ),
  close: ({ floor, inboundIds }, { a }) => floor.tx((tx) => closeInbound(tx, idOf(inboundIds, a))),
  withdraw: ({ floor, inboundIds }, { a }) => floor.tx((tx) => cancelInbound(tx, idOf(inboundIds, a))),
  adjust: async (story, { a, b, c }) => {
    const { floor } = story;
    const bin = c % 2 === 0 ? undefined : await someBin(story, a);
    if (bin?.condition === 'checking') return NOTHING;
    await floor.tx(async (tx) => {
      const document = await newStockDocument(tx, { kind: 'adjust', warehouseId: floor.warehouseId, reason: 'found' });
      const lines = bin
        ? [
            {
              productId: bin.productId,
              locationId: bin.locationId,
              batchId: bin.batchId,
              condition: bin.condition,
              delta: -1,
            },
          ]
        : [
            {
              productId: idOf(floor.productIds, a),
              locationId: pick(floor.bins, b)?.id ?? 0,
              ...(c % 8 === 0 ? { condition: 'held' as const } : { unitCost: '4' }),
              delta: 1 + (c % 3),
            },
          ];
      await bookAdjustment(tx, document.id, {
        warehouseId: floor.warehouseId,
        reason: 'found',
        remark: '',
        lines,
      });
    });
  },
  shift: async (story, { a, b, c }) => {
    const { floor } = story;
    const bin = await someBin(story, a);
    if (!bin) return NOTHING;
    await floor.tx(async (tx) => {
      const to = c % 2 === 0 ? bin.condition : (pick(CONDITIONS, c) ?? 'good');
      const changes = to !== bin.condition;
      const kind = changes ? 'condition' : 'relocate';
      await lockBalances(tx, [{ warehouseId: floor.warehouseId, productId: bin.productId }]);
      const document = await newStockDocument(tx, { kind, warehouseId: floor.warehouseId, reason: 'test' });
      await shiftStock(tx, [
        {
          warehouseId: floor.warehouseId,
          productId: bin.productId,
          batchId: bin.batchId,
          quantity: Math.min(bin.free, 1 + (b % 3)),
          fromLocationId: bin.locationId,
          toLocationId: pick(floor.bins, b)?.id ?? 0,
          from: bin.condition,
          to,
          reason: kind,
          docKind: kind,
          docId: document.id,
          docLine: 1,
          step: 'shift',
        },
      ]);
    });
  },
  order: async ({ floor, outboundIds }, { a, b, c }) => {
    const made = await floor.order(
      [a % floor.productIds.length, 1 + (b % 3)],
      ...(c % 3 === 0 ? [[(a + 1) % floor.productIds.length, 1] as [number, number]] : []),
    );
    outboundIds.push(made.outboundId);
  },
  wave: async (story, act) => {
    const ids = await ordersAt(story, 'waiting', act);
    return story.floor.tx((tx) => createWaves(tx, ids, { maxOrders: 3 }));
  },
  scan: async (story, act) => {
    const stop = await someStop(story, act);
    return story.floor.tx((tx) => pickLines(tx, [{ pickLineId: stop?.id ?? 0, quantity: 1 }]));
  },
  undo: async (story, act) => {
    const stop = await someStop(story, act);
    await story.floor.tx((tx) => undoPick(tx, stop?.id ?? 0));
  },
  short: async (story, act) => {
    const stop = await someStop(story, act);
    await story.floor.tx((tx) => shortPick(tx, stop?.id ?? 0, 'test'));
  },
  dissolve: async (story, act) => {
    const stop = await someStop(story, act);
    await story.floor.tx((tx) => dissolveWaves(tx, [stop?.wave ?? 0]));
  },
  pick: async (story, act) => {
    const ids = await ordersAt(story, 'picking', act);
    return story.floor.tx((tx) => pickOutbounds(tx, ids));
  },
  pack: async (story, act) => {
    const ids = await ordersAt(story, 'picked', act);
    const boxes = [...new Set(ids)].map((outboundId) => ({ outboundId, weightGrams: 100 }));
    return story.floor.tx((tx) => packOutbounds(tx, boxes, 'all'));
  },
  ship: async (story, act) => {
    const ids = await ordersAt(story, 'packed', act);
    return story.floor.tx((tx) => shipOutbounds(tx, ids));
  },
  cancel: async (story, act) => {
    const [id = 0] = await ordersAt(story, act.b % 2 === 0 ? 'picked' : 'packed', act);
    await story.floor.tx((tx) => cancelOutbounds(tx, [id], 'order'));
  },
  putBack: async ({ floor }, { a, b }) => {
    const [row] = await floor.tx((tx) => putBackList(tx, floor.warehouseId));
    if (!row) return NOTHING;
    const toLocationCode = pick(floor.bins, b)?.code ?? '';
    const { locationId: fromLocationId, productId, batchId } = row;
    const quantity = Math.min(row.quantity, 1 + (a % 2));
    await floor.tx((tx) => putBack(tx, { fromLocationId, toLocationCode, productId, batchId, quantity }));
  },
  /** A return of an old shipment: received as a return and restocked at a cost. */
  restock: ({ floor, serial }, { a, b, c }) =>
    floor.tx((tx) =>
      receiveGoods(tx, {
        warehouseId: floor.warehouseId,
        docKind: 'sales_return',
        docId: serial(),
        reason: 'restock',
        lines: [
          {
            productId: idOf(floor.productIds, a),
            locationId: pick(floor.bins, b)?.id ?? 0,
            quantity: 1 + (c % 2),
            unitCost: '3',
          },
        ],
      }),
    ),
  /** Counts bins slightly wrong: gains and losses are booked unless allocated. */
  count: async (story, { a, b, c }) => {
    const { floor } = story;
    const open = await someCount(story, a, ['open', 'counting']);
    const locationCodes = floor.bins.map((bin) => bin.code);
    const chosen = { warehouseId: floor.warehouseId, kind: 'chosen', blind: true, remark: '', most: 1 } as const;
    const { id } = open ?? (await floor.tx((tx) => createCount(tx, { ...chosen, locationCodes })));
    await countBin(story, id, b, c);
  },
  submitCount: async (story, { a }) => {
    const counting = await someCount(story, a, ['counting']);
    await story.floor.tx((tx) => submitCount(tx, counting?.id ?? 0, true));
  },
  /** Closes the whole warehouse, and always opens it again. */
  countAll: async (story, { b, c }) => {
    const { tx, warehouseId } = story.floor;
    const { id } = await tx((t) => createCount(t, { warehouseId, kind: 'full', blind: false, remark: '', most: 1 }));
    await tx((t) => startCount(t, id));
    await allowed(countBin(story, id, b, c));
    await allowed(tx((t) => submitCount(t, id, true)));
    await allowed(tx((t) => cancelCount(t, id)));
  },
  recall: async (story, { a, c }) => {
    const { main, tx } = story.floor;
    const batches = sql`select id from stock_batch where company_id = ${main.companyId} order by id`;
    const id = (await some<{ id: number }>(story, a, batches))?.id ?? 0;
    await tx(async (t) => void (await (c % 2 === 0 ? recallBatch : releaseBatch)(t, id, '')));
  },
  /** Closes a third of the time, opens otherwise, so that the warehouse keeps working. */
  disable: async ({ floor }, { a, c }) => {
    const bin = pick(floor.bins, a);
    const [area = '', shelf = '', row = '', column = ''] = bin?.code.split('-') ?? [];
    const fields = { area, shelf, row, column, kind: 'picking', tray: false, enabled: c % 3 !== 0 };
    await floor.tx((tx) => editLocation(tx, bin?.id ?? 0, fields));
  },
  transfer: async ({ floor, second }, { a, b, c }) => {
    const [fromId, toId] =
      c % 3 === 0 ? [second.warehouseId, floor.warehouseId] : [floor.warehouseId, second.warehouseId];
    const lines = [
      { productId: idOf(floor.productIds, a), quantity: 1 + (b % 4) },
      { productId: idOf(floor.productIds, a + 1), quantity: 1 + (c % 2) },
    ];
    await floor.tx(async (tx) => {
      const { id } = await saveTransfer(tx, { fromId, toId, cost: '7', remark: '', lines });
      await submitTransfer(tx, id);
    });
  },
  /** Ships a part. */
  send: async (story, { a, b }) => {
    const line = await some<{ id: number; lineId: number; held: number }>(
      story,
      a,
      sql`select transfer_id as id, id as "lineId", held from transfer_line
        where company_id = ${story.floor.main.companyId} and held > 0 order by 2`,
    );
    if (!line) return NOTHING;
    const part = [{ lineId: line.lineId, quantity: Math.min(line.held, 1 + (b % 3)) }];
    await story.floor.tx((tx) => shipTransfer(tx, { id: line.id, lines: part, carrier: '', trackingNumber: '' }));
  },
  /** Receives a part, less or more than shipped, or closes its receipt. */
  arrive: async (story, { a, b, c }) => {
    const { floor, second } = story;
    const line = await some<{ id: number; lineId: number; warehouseId: number }>(
      story,
      a,
      sql`select i.id, l.id as "lineId", i.warehouse_id from inbound i
        join inbound_line l on l.company_id = i.company_id and l.inbound_id = i.id
        where i.company_id = ${floor.main.companyId} and i.source_kind = 'transfer' and i.state in ('notice', 'receiving') order by l.id`,
    );
    if (!line) return NOTHING;
    const bins = line.warehouseId === second.warehouseId ? second.bins : floor.bins.map((bin) => bin.id);
    await floor.tx(async (tx) => {
      if (c % 7 === 0) await closeInbound(tx, line.id);
      else if (c % 11 === 0) await cancelInbound(tx, line.id);
      else {
        const goods = { lineId: line.lineId, quantity: 1 + (c % 3), batch: pick(BATCHES, b) };
        const where = c % 5 === 0 ? { condition: 'damaged' as const } : { locationId: pick(bins, b) };
        await receiveInbound(tx, line.id, [{ ...goods, ...where }]);
      }
    });
  },
  endTransfer: async (story, { a, c }) => {
    const open = sql`select id from stock_transfer where company_id = ${story.floor.main.companyId}
      and state in ('submitted', 'shipping') order by id`;
    const id = (await some<{ id: number }>(story, a, open))?.id ?? 0;
    await story.floor.tx((tx) => (c % 2 === 0 ? cancelTransfer : finishTransfer)(tx, id));
  },
  /** The first product is a kit of the others, or the other way round. */
  assemble: async ({ floor }, { a, b, c }) => {
    const kit = idOf(floor.productIds, a);
    const kind = c % 3 === 0 ? 'disassemble' : 'assemble';
    const parts = floor.productIds.filter((id) => id !== kit).map((productId, i) => ({ productId, each: 1 + i }));
    const about = { warehouseId: floor.warehouseId, productId: kit, quantity: 1 + (b % 2), remark: '' };
    const labour = kind === 'assemble' ? { labourCost: '0.37' } : {};
    await floor.tx(async (tx) => {
      const { id } = await saveAssembly(tx, { ...about, ...labour, kind, lines: parts });
      await submitAssembly(tx, id);
    });
  },
  finishAssembly: async (story, { a, b, c }) => {
    const id = await someAssembly(story, a, 'submitted');
    const locationCode = pick(story.floor.bins, b)?.code ?? '';
    await story.floor.tx(async (tx) => {
      if (c % 5 === 0) await cancelAssembly(tx, id);
      else await finishAssembly(tx, { id, locationCode, from: [] });
    });
  },
  undoAssembly: async (story, { a }) => {
    const id = await someAssembly(story, a, 'done');
    await story.floor.tx((tx) => undoAssembly(tx, id));
  },
};

async function someAssembly(story: Story, n: number, state: string): Promise<number> {
  const query = sql`select id from assembly where company_id = ${story.floor.main.companyId} and state = ${state} order by id desc`;
  return (await some<{ id: number }>(story, n, query))?.id ?? 0;
}

/** Counts each line of a bin as one less than, the same as, or one more than the system quantity. */
async function countBin(story: Story, countId: number, b: number, c: number): Promise<void> {
  const bin = pick(story.floor.bins, b);
  const books = await story.floor.tx((tx) =>
    tx.rows<{ code: string; onHand: number; condition: (typeof CONDITIONS)[number]; batch: string }>(
      sql`select p.sku as code, b.on_hand, b.condition, coalesce(t.code, '') as batch from bin_stock b
        join product p on p.company_id = b.company_id and p.id = b.product_id
        left join stock_batch t on t.company_id = b.company_id and t.id = b.batch_id
        where b.company_id = ${sql.company} and b.location_id = ${bin?.id ?? 0} order by 1, 3, 4`,
    ),
  );
  const items = books.map(({ code, onHand, condition, batch }, i) => ({
    code,
    condition,
    quantity: Math.max(0, onHand + ((c + i) % 3) - 1),
    batch: batch || undefined,
  }));
  await story.floor.tx((tx) => countLocation(tx, { countId, locationCode: bin?.code ?? '', items }));
}

/** Answer of an act that found nothing to do. */
const NOTHING = { done: [] };

/** Business refusals are part of every history. Anything else fails the test. @returns whether something was done */
async function allowed(work: Promise<unknown> | undefined): Promise<boolean> {
  try {
    const answer = (await work) as { done?: unknown[]; waves?: unknown[] } | undefined;
    return (answer?.done ?? answer?.waves)?.length !== 0;
  } catch (error) {
    if (!/^(warehouse|stock|document|core)\./.test((error as { code?: string }).code ?? '')) throw error;
    return false;
  }
}
export async function perform(story: Story, act: Act): Promise<void> {
  if (await allowed(ACTS[act.kind]?.(story, act))) story.done.add(act.kind);
}
