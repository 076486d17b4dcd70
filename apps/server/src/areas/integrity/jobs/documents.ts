import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';

export interface JobDocument {
  kind: 'order' | 'shop' | 'parcel' | 'outbound' | 'wave' | 'product' | 'user';
  id: number;
  label: string;
  more: number;
}

/** The document that each payload field names, the most specific first: a parcel before its order. */
const FIELDS: readonly (readonly [field: string, kind: JobDocument['kind']])[] = [
  ['parcelId', 'parcel'],
  ['parcelIds', 'parcel'],
  ['outboundId', 'outbound'],
  ['outboundIds', 'outbound'],
  ['orderId', 'order'],
  ['orderIds', 'order'],
  ['waveId', 'wave'],
  ['productId', 'product'],
  ['shopId', 'shop'],
  ['userId', 'user'],
];

const LABELS: Record<JobDocument['kind'], Sql> = {
  order: sql`select id, display_no as label, company_id, shop_id from sales_order`,
  shop: sql`select id, name as label, company_id, id as shop_id from shop`,
  parcel: sql`select id, reference as label, company_id, null::bigint as shop_id from parcel`,
  outbound: sql`select id, number as label, company_id, null::bigint as shop_id from outbound`,
  wave: sql`select id, number as label, company_id, null::bigint as shop_id from wave`,
  product: sql`select id, sku as label, company_id, null::bigint as shop_id from product`,
  user: sql`select id, user_login_id as label, company_id, null::bigint as shop_id from user_account`,
};

interface Named {
  kind: JobDocument['kind'];
  ids: number[];
}

export function namedIn(payload: Record<string, unknown>): Named | undefined {
  for (const [field, kind] of FIELDS) {
    const value = payload[field];
    const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');
    if (ids.length > 0) return { kind, ids };
  }
  return undefined;
}

/** The documents that payloads are about, in one statement a kind; those of shops out of scope have no name. The result is in the order of the payloads. */
export async function documentsOf(
  tx: Tx,
  payloads: readonly Record<string, unknown>[],
): Promise<(JobDocument | null)[]> {
  const named = payloads.map(namedIn);
  const labels = new Map<string, string>();
  for (const kind of new Set(named.flatMap((n) => (n ? [n.kind] : [])))) {
    const ids = named.flatMap((n) => (n?.kind === kind ? [n.ids[0] ?? 0] : []));
    const rows = await tx.rows<{ id: number; label: string }>(sql`
      select t.id, t.label from (${LABELS[kind]}) t where t.company_id = ${sql.company} and t.id = any(${arrayOf(ids)}::bigint[])
        and (t.shop_id is null or ${inShops(tx, sql`t.shop_id`)})`);
    for (const row of rows) labels.set(`${kind}/${row.id}`, row.label);
  }
  return named.map((n) => {
    const id = n?.ids[0];
    if (!n || id === undefined) return null;
    return { kind: n.kind, id, label: labels.get(`${n.kind}/${id}`) ?? `#${id}`, more: n.ids.length - 1 };
  });
}
