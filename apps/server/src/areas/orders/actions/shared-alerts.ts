import { anyOrder } from '@tradewind/contract/access/modules.ts';
import { DUE_STATES } from '@tradewind/contract/orders.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';
import { pageOf } from '../list/badges.ts';
import { visibleModules } from '../list/filter.ts';

/** An outsider confirmed a shipment through a link. The alert stays until the order ships here. */
defineAlerts(anyOrder('view'), async (tx, ctx) => {
  const modules = visibleModules(tx.rights);
  const orders = await tx.rows<{ id: number; number: string; event: number; who: string; at: Date }>(sql`
    select distinct on (o.id) o.id, o.display_no as number, e.id as event, e.actor as who, e.at
    from signed_link l
    join sales_order o on o.company_id = l.company_id and o.id = l.doc_id
    join document_event e on e.company_id = l.company_id and e.doc_kind = l.doc_kind and e.doc_id = l.doc_id
      and e.event = 'shipmentProposed'
    where l.company_id = ${sql.company} and l.page = 'confirmShipment' and l.doc_kind = 'sales_order'
      and l.opened > 0 and l.created_at > ${tx.now}::timestamptz - interval '90 days'
      and o.status = any(${arrayOf(DUE_STATES)}::text[]) and ${inShops(tx, sql`o.shop_id`)}
      and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}
    order by o.id, e.id desc limit 20`);
  return orders.map(({ id, number, event, who, at }) => ({
    key: `shipmentProposed:${event}`,
    level: 'warn',
    text: say(ctx.language, 'orders.alert.proposed', { number, who }),
    path: `${pageOf(ctx)}?open=${id}`,
    at,
  }));
});
