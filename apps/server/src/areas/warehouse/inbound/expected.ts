import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

export interface Received {
  /** A line of the ASN, or a product not on it. */
  lineId?: number | undefined;
  productId?: number | undefined;
  quantity: number;
  condition?: 'good' | 'damaged' | 'checking' | undefined;
  batch?: string | undefined;
  /** yyyy-mm-dd */
  expiresOn?: string | undefined;
  cartonId?: number | undefined;
  /** The location. If empty, the warehouse's receiving location, or that for damaged stock. */
  locationId?: number | undefined;
}

export type Line = {
  id: number;
  productId: number;
  sourceLine: number;
  expected: number;
  received: number;
  incoming: number;
  unitCost: string | null;
  /** The batch of its cartons, if they have just one. */
  batch: string | null;
  expiresOn: string | null;
};

/** The lines of a document, in their order. */
export function expectedLines(tx: Tx, inboundId: number): Promise<Line[]> {
  return tx.rows<Line>(
    sql`select l.id, l.product_id, l.source_line, l.expected, l.received, l.incoming,
       l.unit_cost, c.batch, c.expires_on from inbound_line l
     left join (
       select (x.value->>'lineId')::bigint as line_id, min(x.value->>'batch') as batch, min(x.value->>'expiresOn') as expires_on
       from inbound_carton o cross join jsonb_array_elements(o.contents) x where o.company_id = ${sql.company} and o.inbound_id = ${inboundId}
       group by 1 having count(distinct (x.value->>'batch', x.value->>'expiresOn')) = 1
     ) c on c.line_id = l.id
     where l.company_id = ${sql.company} and l.inbound_id = ${inboundId} order by l.id`,
  );
}

type Lot = Pick<Received, 'batch' | 'expiresOn'>;

/** Whether units with these details may belong to the line. */
const isOf = (one: Lot, line: Line): boolean =>
  (!one.batch?.trim() || line.batch === null || line.batch === one.batch.trim()) &&
  (!one.expiresOn || line.expiresOn === null || line.expiresOn === one.expiresOn);

/** Units have their line's batch unless another is named. */
function ofBatch(one: Received, line: Line): Received {
  if (one.batch?.trim() || !isOf(one, line)) return one;
  const expiresOn = one.expiresOn ?? line.expiresOn;
  return { ...one, ...(line.batch ? { batch: line.batch } : {}), ...(expiresOn ? { expiresOn } : {}) };
}

export type Part = { one: Received; line: Line; quantity: number };

/**
 * Assigns units to lines. Units counted at a line stay there. Units of a product fill its lines in turn, those of their
 * batch first, carton contents first the line they were packed for. Only units above all expected quantities are over,
 * on the last line.
 * @returns undefined if units match no line
 */
export function shareOut(goods: readonly Received[], lines: readonly Line[]): Part[] | undefined {
  const open = new Map(lines.map((line) => [line.id, Math.max(0, line.expected - line.received)]));
  const room = (line: Line) => open.get(line.id) ?? 0;
  const take = (line: Line, quantity: number) => open.set(line.id, Math.max(0, room(line) - quantity));
  const requested = goods.map((one) => {
    const line = one.lineId === undefined ? undefined : lines.find((each) => each.id === one.lineId);
    const counted = line !== undefined && one.cartonId === undefined;
    if (counted) take(line, one.quantity);
    return { one, line, counted };
  });
  const shared: Part[] = [];
  for (const { one, line, counted } of requested) {
    const productId = one.lineId === undefined ? one.productId : line?.productId;
    const own = lines.filter((each) => each.productId === productId);
    const last = own.at(-1);
    if (!last) return undefined;
    if (line && counted) {
      shared.push({ one: ofBatch(one, line), line, quantity: one.quantity });
      continue;
    }
    const likely = own.filter((each) => isOf(one, each));
    let left = one.quantity;
    for (const each of new Set([...(line ? [line] : []), ...likely, ...own])) {
      const quantity = Math.min(left, room(each));
      take(each, quantity);
      left -= quantity;
      if (quantity > 0) shared.push({ one: ofBatch(one, each), line: each, quantity });
    }
    if (left > 0) addOver(shared, { one: ofBatch(one, last), line: last, quantity: left });
  }
  return shared;
}

/** Adds over units to the receipt of the same units just before. */
function addOver(shared: Part[], over: Part): void {
  const before = shared.at(-1);
  if (before && before.line === over.line && before.one.cartonId === over.one.cartonId && sameLot(before.one, over.one))
    before.quantity += over.quantity;
  else shared.push(over);
}
const sameLot = (a: Received, b: Received) =>
  a.batch === b.batch && a.expiresOn === b.expiresOn && a.condition === b.condition && a.locationId === b.locationId;
