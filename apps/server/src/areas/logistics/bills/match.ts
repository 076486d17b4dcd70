import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';

export interface LineKey {
  id: number;
  trackingNumber: string;
  reference: string;
  claimReference: string;
  day: string;
  amount: string;
}
export interface Match {
  parcelId: number;
  /** Of a shipment of several. */
  box: number;
  voided: boolean;
  /** The line that billed it before. */
  twiceId: number | null;
}
interface Candidate {
  id: number;
  /** The box that the key names; a reference names the first. */
  box: number;
  key: string;
  voided: boolean;
  day: string;
}

/**
 * Finds the parcel of each line: by tracking number, else by a reference of the label, the box or the order. Of several
 * the one that no line has named yet comes first, then the nearest by day; a voided one only where no other is.
 */
export async function matchLines(tx: Tx, billId: number, lines: readonly LineKey[]): Promise<Map<number, Match>> {
  const byNumber = await candidates(tx, ofNumbers(keysOf(lines.map((one) => one.trackingNumber))));
  const rest = lines.filter((one) => !byNumber.has(one.trackingNumber)).map((one) => one.reference);
  const byReference = await candidates(tx, ofReferences(keysOf(rest)));
  const found = [...byNumber.values(), ...byReference.values()].flat().map((one) => one.id);
  const billed = await billedBefore(tx, billId, [...new Set(found)]);
  return new Map(
    lines.flatMap((line) => {
      const among = byNumber.get(line.trackingNumber) ?? byReference.get(line.reference);
      const match = among && choose(line, among, billed);
      if (!match) return [];
      if (Number(line.amount) > 0 && match.twiceId === null) billed.set(boxOf(match.parcelId, match.box), line.id);
      return [[line.id, match] as const];
    }),
  );
}

const keysOf = (keys: readonly string[]) => [...new Set(keys)].filter((key) => key !== '');

const boxOf = (parcelId: number, box: number) => `${parcelId}/${box}`;

const ofNumbers = (numbers: string[]) => sql`select p.id, p.tracking_number as key, 1 as box from parcel p
    where p.company_id = ${sql.company} and p.tracking_number = any(${numbers}::text[])
  union all select b.parcel_id, b.tracking_number, b.piece_no from parcel_piece b
    where b.company_id = ${sql.company} and b.tracking_number = any(${numbers}::text[])`;

const ofReferences = (references: string[]) => sql`select p.id, p.reference as key, 1 as box from parcel p
    where p.company_id = ${sql.company} and p.reference = any(${references}::text[])
  union select p.id, o.number, 1 from outbound o join parcel p on p.company_id = ${sql.company} and p.outbound_id = o.id
    where o.company_id = ${sql.company} and o.number = any(${references}::text[])
  union select p.id, t.term, 1 from order_term t join parcel p on p.company_id = ${sql.company} and p.order_id = t.order_id and p.return_id is null
    where t.company_id = ${sql.company} and not t.buyer and t.term = any(${references}::text[])`;

async function candidates(tx: Tx, keyed: ReturnType<typeof ofReferences>): Promise<Map<string, Candidate[]>> {
  // Looked up once: without statistics the planner reads all of it anew for each parcel.
  const rows = await tx.rows<Candidate>(sql`with k as materialized (${keyed})
    select p.id, k.key, k.box, p.state in ('voided', 'failed') as voided,
      ${dayOf(sql`coalesce(p.shipped_at, p.bought_at, p.created_at)`)}::text as day
    from k join parcel p on p.company_id = ${sql.company} and p.id = k.id
    where p.state <> 'failed' or p.tracking_number is not null order by p.id`);
  return Map.groupBy(rows, (row) => row.key);
}

/** The lines of other bills that name these parcels: the first ones. */
async function billedBefore(tx: Tx, billId: number, parcelIds: readonly number[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ parcelId: number; box: number; id: number }>(sql`select l.parcel_id,
      coalesce(b.piece_no, 1) as box, min(l.id) as id
    from carrier_bill_line l left join parcel_piece b on b.company_id = ${sql.company} and b.parcel_id = l.parcel_id
      and b.tracking_number = l.tracking_number
    where l.company_id = ${sql.company} and l.parcel_id = any(${parcelIds}::bigint[])
      and l.bill_id < ${billId} and l.amount > 0 and l.twice_id is null group by l.parcel_id, b.piece_no`);
  return new Map(rows.map(({ parcelId, box, id }) => [boxOf(parcelId, box), id]));
}

function choose(line: LineKey, among: readonly Candidate[], billed: ReadonlyMap<string, number>): Match | undefined {
  const live = among.filter((one) => !one.voided);
  const apart = (one: Candidate) => Math.abs(Date.parse(one.day) - Date.parse(line.day));
  const before = (one: Candidate) => billed.get(boxOf(one.id, one.box));
  const isBilled = (one: Candidate) => Number(before(one) !== undefined);
  const [best] = (live.length > 0 ? live : [...among]).sort(
    (a, b) => isBilled(a) - isBilled(b) || apart(a) - apart(b) || a.id - b.id,
  );
  return best && { parcelId: best.id, box: best.box, voided: best.voided, twiceId: before(best) ?? null };
}
