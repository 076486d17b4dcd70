import type { LegDetail } from '@tradewind/contract/transit.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { allocationOf } from '../../procurement/public.ts';
import { legDocument } from '../documents.ts';
import { costsOf } from '../fba/read.ts';
import { legs } from './list.ts';

/** @throws notFound transit.legNotFound */
export async function legDetail(tx: Tx, id: number): Promise<LegDetail> {
  const head = await legs.one(tx, id);
  const costs = maySee(tx.rights, 'seeCost');
  const lines = await tx.rows<LegDetail['lines'][number]>(sql`select l.id, l.product_id,
      p.sku, p.name_zh, p.name_en, l.quantity, l.received,
      case when ${costs} then l.goods_cost end as goods_cost, case when ${costs} then l.landed_cost end as landed_cost
    from transit_leg_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where l.company_id = ${sql.company} and l.leg_id = ${id} order by l.id`);
  const allocation = await allocationOf(tx, { docKind: legDocument.kind, docId: id });
  return { ...head, allocation, lines, costs: await costsOf(tx, 'transit_leg', id) };
}
