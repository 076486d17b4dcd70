import { performance } from 'node:perf_hooks';
import { addWarehouse } from '../apps/server/src/areas/warehouse/warehouses/warehouses.ts';
import { createWaves } from '../apps/server/src/areas/warehouse/wave/create.ts';
import { FloorPlan, type Place } from '../apps/server/src/areas/warehouse/wave/floor.ts';
import { type Planned, type PlannedWave, planWaves } from '../apps/server/src/areas/warehouse/wave/plan.ts';
import { routeOf } from '../apps/server/src/areas/warehouse/wave/route.ts';
import { lengthOf } from '../apps/server/src/areas/warehouse/wave/tour.ts';
import { type Bench, type Figures, log, openBench, percentile, round } from './lib.ts';

const AISLES = 10;
const BAYS = 40;
const LEVELS = 4;
const WAVES = 100;
const ORDERS_A_WAVE = 50;
/** How many orders are waved together in one go; and how many the database part builds at once. */
const ORDERS_A_GO = 1000;
const ORDERS_AT_ONCE = 2000;
const PACKING = 1;

/** Racks of 1 m bays on both sides of 2.5 m aisles, back to back; cross aisles at both ends, packing before the first. */
function drawFloor(): (Place & { aisle: number; side: number; bay: number; level: number })[] {
  const places = [];
  let id = PACKING;
  for (let aisle = 0; aisle < AISLES; aisle++)
    for (let side = 0; side < 2; side++)
      for (let bay = 0; bay < BAYS / 2; bay++)
        for (let level = 0; level < LEVELS; level++)
          places.push({
            id: ++id,
            aisle,
            side,
            bay,
            level,
            xMm: aisle * 4_500 + side * 3_500,
            yMm: 5_000 + bay * 2_000,
            widthMm: 1_000,
            depthMm: 2_000,
            rack: true,
          });
  return places;
}

/** The same sequence on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** ABC demand: a fifth of the places gets four fifths of the lines, half of the places a twentieth; spread over the floor. */
function demand(places: readonly Place[], random: () => number): () => number {
  const shuffled = [...places].map((place) => ({ place, at: random() })).sort((a, b) => a.at - b.at);
  const [a, b] = [Math.floor(places.length * 0.2), Math.floor(places.length * 0.5)];
  const within = (from: number, to: number) => shuffled[from + Math.floor(random() * (to - from))]?.place.id ?? 0;
  return () => {
    const share = random();
    if (share < 0.8) return within(0, a);
    return share < 0.95 ? within(a, b) : within(b, places.length);
  };
}

/** 1 to 4 lines, mostly one or two. */
const linesOf = (random: () => number) => 1 + Math.floor(random() * random() * 4.5);

const packing = { id: PACKING, xMm: 1_500, yMm: 0, widthMm: 1_500, depthMm: 1_000, rack: false };

/** The walks of `pickPaths`, then how long it takes to build waves of two thousand orders at once. */
export async function pickPath(): Promise<Figures> {
  return { ...pickPaths(), ...(await timeOfBuilding(drawFloor(), packing)) };
}

/**
 * How far a picker walks for a wave of fifty orders: waves of neighbours by number walked by location number, against
 * compact waves on a short tour.
 */
export function pickPaths() {
  const floor = drawFloor();
  const plan = new FloorPlan([packing, ...floor]);
  const random = seeded(20_26);
  const next = demand(floor, random);
  const numberOf = new Map(floor.map((place, i) => [place.id, i + 1]));
  const walks: Record<'number' | 'serpentine' | 'tourOnly' | 'ours', number[]> = {
    number: [],
    serpentine: [],
    tourOnly: [],
    ours: [],
  };
  let stops = 0;
  for (let go = 0; go < (WAVES * ORDERS_A_WAVE) / ORDERS_A_GO; go++) {
    const orders = Array.from({ length: ORDERS_A_GO }, (_, i) => order(i + 1, next, random, numberOf));
    const rules = { maxOrders: ORDERS_A_WAVE };
    const byNumber = planWaves(orders, rules);
    for (const wave of byNumber) {
      walks.number.push(walkOf(plan, wave, (id) => numberOf.get(id) ?? 0));
      walks.serpentine.push(walkOf(plan, wave, (id) => serpentine(floor[id - PACKING - 1])));
      walks.tourOnly.push(
        routeOf(
          plan,
          wave.members.flatMap((o) => o.picks),
          ends,
        ).walkMm ?? 0,
      );
    }
    for (const wave of planWaves(orders, rules, { plan, packingLocationId: PACKING })) {
      walks.ours.push(wave.walkMm ?? 0);
      stops += new Set(wave.members.flatMap((o) => o.picks.map((p) => p.locationId))).size;
    }
  }
  const metres = (of: readonly number[]) => ({
    mean: round(of.reduce((sum, mm) => sum + mm, 0) / of.length / 1000, 0),
    p10: round(percentile(of, 0.1) / 1000, 0),
    p90: round(percentile(of, 0.9) / 1000, 0),
  });
  const [number, serpent, tourOnly, ours] = [walks.number, walks.serpentine, walks.tourOnly, walks.ours].map(metres);
  const shorter = (of: { mean: number } | undefined) => round(100 * (1 - (ours?.mean ?? 0) / (of?.mean ?? 1)), 1);
  return {
    floor: `${AISLES} aisles x ${BAYS} bays x ${LEVELS} levels, ABC demand, ${WAVES} waves of ${ORDERS_A_WAVE} orders`,
    method: 'grid walks; seed and least added distance; best of number, S-shape, nearest neighbour; Or-opt + 2-opt',
    stopsAWave: round(stops / walks.ours.length, 1),
    numberMeanM: number?.mean ?? 0,
    numberP10P90M: `${number?.p10} / ${number?.p90}`,
    serpentineMeanM: serpent?.mean ?? 0,
    tourOnlyMeanM: tourOnly?.mean ?? 0,
    oursMeanM: ours?.mean ?? 0,
    oursP10P90M: `${ours?.p10} / ${ours?.p90}`,
    shorterThanNumberPercent: shorter(number),
    shorterThanSerpentinePercent: shorter(serpent),
  };
}

const ends = { from: PACKING, to: PACKING };

function order(outboundId: number, next: () => number, random: () => number, numberOf: Map<number, number>): Planned {
  const picks = Array.from({ length: linesOf(random) }, (_, i) => {
    const locationId = next();
    return {
      outboundId,
      outboundLineId: outboundId * 10 + i,
      productId: locationId,
      locationId,
      batchId: 0,
      quantity: 1,
      pathOrder: numberOf.get(locationId) ?? 0,
      area: 'A',
    };
  });
  return { outboundId, channelId: null, picks };
}

/** Up one aisle, down the next, both sides of an aisle together: the best that fixed numbers can do. */
function serpentine(place: ReturnType<typeof drawFloor>[0] | undefined): number {
  if (!place) return 0;
  const bay = place.aisle % 2 === 0 ? place.bay : BAYS - place.bay;
  return place.aisle * 10_000 + bay * 10 + place.side;
}

function walkOf(plan: FloorPlan, wave: PlannedWave, numberOf: (locationId: number) => number): number {
  const ids = [...new Set(wave.members.flatMap((o) => o.picks.map((p) => p.locationId)))];
  const spots = ids.sort((a, b) => numberOf(a) - numberOf(b)).map((id) => plan.spotOf(id) ?? 0);
  const depot = plan.spotOf(PACKING) ?? 0;
  const nodes = [depot, ...spots, depot];
  return lengthOf(
    { size: nodes.length, walks: plan.walks(nodes) },
    spots.map((_, i) => i + 1),
  );
}

/** The whole verb on a database of its own: locks, promises, pick lines and routes of two thousand waiting orders. */
async function timeOfBuilding(floor: ReturnType<typeof drawFloor>, packing: Place): Promise<Figures> {
  const bench = await openBench();
  const warehouseId = await fill(bench, floor, packing);
  const ids = (
    await bench.app.database.owner.query(
      `select id from outbound where company_id = $1 and warehouse_id = $2 order by id`,
      [bench.companyId, warehouseId],
    )
  ).rows.map((row: { id: number }) => Number(row.id));
  const began = performance.now();
  const made = await bench.app.database.inCompany(bench.ctx, (tx) =>
    createWaves(tx, ids, { maxOrders: ORDERS_A_WAVE }),
  );
  const took = performance.now() - began;
  log(`${made.waves.length} waves of ${ids.length} orders, ${made.refused.length} refused`);
  await bench.close();
  return { ordersAtOnce: ids.length, wavesBuilt: made.waves.length, buildMs: round(took, 0) };
}

async function fill(bench: Bench, floor: ReturnType<typeof drawFloor>, packing: Place): Promise<number> {
  const { app, companyId, ctx } = bench;
  const address = { name: 'Bench', line1: '1 Dock Rd', city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' };
  const { id: warehouseId } = await app.database.inCompany(ctx, (tx) =>
    addWarehouse(tx, {
      code: 'FLOOR',
      name: 'Floor',
      kind: 'selfBuilt',
      provider: 'tradewindwms',
      address,
      personInCharge: '',
      priority: 1,
    }),
  );
  const query = (text: string, args: unknown[]) => app.database.owner.query(text, [companyId, ...args]);
  await query(
    `update location set x_mm = $3, y_mm = $4, width_mm = $5, depth_mm = $6 where company_id = $1 and warehouse_id = $2 and kind = 'packing'`,
    [warehouseId, packing.xMm, packing.yMm, packing.widthMm, packing.depthMm],
  );
  const pad = (n: number) => String(n + 1).padStart(2, '0');
  const rows = floor.map((place, i) => ({
    ...place,
    code: `A-${pad(place.aisle * 2 + place.side)}-${pad(place.bay)}-${pad(place.level)}`,
    n: i + 1,
  }));
  await query(
    `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order, x_mm, y_mm, width_mm, depth_mm)
     select $1, $2, r.code, 'A', split_part(r.code, '-', 2), split_part(r.code, '-', 3), split_part(r.code, '-', 4), 'picking', r.n,
       r."xMm", r."yMm", r."widthMm", r."depthMm"
     from jsonb_to_recordset($3::jsonb) as r(code text, n int, "xMm" int, "yMm" int, "widthMm" int, "depthMm" int)`,
    [warehouseId, JSON.stringify(rows)],
  );
  await query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, code, code, code from location where company_id = $1 and warehouse_id = $2 and kind = 'picking' and x_mm is not null order by path_order`,
    [warehouseId],
  );
  await query(
    `insert into bin_stock (company_id, location_id, product_id, warehouse_id, on_hand)
     select $1, l.id, p.id, $2, 1000 from location l join product p on p.company_id = $1 and p.sku = l.code where l.company_id = $1 and l.warehouse_id = $2`,
    [warehouseId],
  );
  const random = seeded(7);
  const next = demand(floor, random);
  const orders = Array.from({ length: ORDERS_AT_ONCE }, (_, i) =>
    Array.from({ length: linesOf(random) }, () => ({ order: i + 1, sku: rows[next() - PACKING - 1]?.code })),
  );
  await query(
    `insert into outbound (company_id, number, warehouse_id, order_id, order_no, shop_id, state, line_count, units)
     select $1, 'OUT-' || (r->>'id'), $2, (r->>'id')::bigint, r->>'id', 1, 'waiting', (r->>'n')::int, (r->>'n')::int from jsonb_array_elements($3::jsonb) r`,
    [warehouseId, JSON.stringify(orders.map((lines, i) => ({ id: i + 1, n: lines.length })))],
  );
  await query(
    `insert into outbound_line (company_id, outbound_id, order_line_id, product_id, quantity)
     select $1, o.id, row_number() over (), p.id, 1 from jsonb_to_recordset($2::jsonb) as r("order" bigint, sku text)
     join outbound o on o.company_id = $1 and o.order_id = r."order" join product p on p.company_id = $1 and p.sku = r.sku`,
    [JSON.stringify(orders.flat())],
  );
  await app.database.owner.query('analyze');
  return warehouseId;
}
