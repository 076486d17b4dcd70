import { anyOrder, ORDER_MODULES, rights } from '@tradewind/contract/access/modules.ts';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { say } from '../../../core/text/texts.ts';
import { type Alert, defineAlerts, defineBadge, defineSearch, moduleNamed } from '../../access/public.ts';
import { counterConditions } from './counts.ts';
import { conditions } from './filter.ts';
import { foundOrders } from './list.ts';

const SEE = anyOrder('view');

/** The first order page that the actor may open. */
export function pageOf(ctx: Ctx): string {
  const mine = ORDER_MODULES.find(
    (module) => module !== rights.dockOrder.id && (ctx.rights.all || ctx.rights.modules.has(module)),
  );
  return moduleNamed(mine ?? rights.order.id)?.path ?? '';
}

const requested = new WeakMap<Tx, Promise<Map<number, number>>>();

/** Orders in exception or on hold by module: one statement for all menu badges. */
function waitingByModule(tx: Tx): Promise<Map<number, number>> {
  const known = requested.get(tx);
  if (known) return known;
  const where = counterConditions(tx, {});
  const counting = tx
    .rows<{ module: number; n: number }>(
      sql`select module_id as module, sum(delta)::int as n from order_count c where ${where} and c.status in ('exception', 'held') group by module_id`,
    )
    .then((rows) => new Map(rows.map((row) => [row.module, row.n])));
  requested.set(tx, counting);
  return counting;
}

for (const module of ORDER_MODULES)
  defineBadge(module, async (tx) => {
    const waiting = await waitingByModule(tx);
    if (module !== rights.order.id) return waiting.get(module) ?? 0;
    return [...waiting.values()].reduce((sum, n) => sum + n, 0);
  });

interface Observed {
  n: number;
  newest: number | null;
  at: Date | null;
}

/** The key changes with the newest order, so the bell rings for a new one and not again for the same. */
function alertOf(
  ctx: Ctx,
  observed: Observed | undefined,
  text: string,
  query: string,
  level: Alert['level'],
): Alert[] {
  if (!observed?.n || !observed.at) return [];
  return [
    {
      key: `${text}:${observed.newest}`,
      level,
      text: say(ctx.language, text, { n: observed.n }),
      path: `${pageOf(ctx)}?${query}`,
      at: observed.at,
    },
  ];
}

async function look(
  tx: Tx,
  condition: Sql,
  filter: Parameters<typeof conditions>[1],
  at: Sql,
): Promise<Observed | undefined> {
  const where = sql.join(conditions(tx, filter), sql` and `);
  const [observed] = await tx.rows<Observed>(
    sql`select count(*)::int as n, max(x.id) as newest, max(x.at) as at from (
       select o.id, ${at} as at from sales_order o where ${where} and ${condition} order by o.ordered_at desc limit 1000) x`,
  );
  return observed;
}

defineAlerts(SEE, async (tx, ctx) => [
  ...alertOf(
    ctx,
    await look(
      tx,
      sql`(o.status in ('picking', 'packed', 'shipped') or o.exception = 'label')`,
      { cancelRequested: true },
      sql`o.platform_updated_at`,
    ),
    'orders.alertCancel',
    'queue=cancelRequested',
    'bad',
  ),
  ...alertOf(
    ctx,
    await look(tx, sql`true`, { confirmState: 'failed' }, sql`o.shipped_at`),
    'orders.alertConfirm',
    'queue=confirmFailed',
    'bad',
  ),
  ...alertOf(
    ctx,
    await look(tx, sql`true`, { due: 'overdue' }, sql`o.ship_by`),
    'orders.alertOverdue',
    'queue=overdue',
    'warn',
  ),
]);

defineSearch(SEE, async (tx, ctx, text) => {
  const ids = await foundOrders(tx, text, 8);
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: number; displayNo: string; shop: string; status: string; buyer: string }>(sql`
    select o.id, o.display_no, s.name as shop, o.status, o.buyer_name as buyer
    from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id
    where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) order by o.ordered_at desc, o.id desc`);
  if (maySee(tx.rights, 'seeBuyer')) noteBuyersRead(tx, 'list', ids);
  return rows.map((row) => ({
    kind: 'order' as const,
    id: row.id,
    title: row.displayNo,
    detail: [
      row.shop,
      say(ctx.language, `orders.status.${row.status}`),
      maySee(ctx.rights, 'seeBuyer') ? row.buyer : '',
    ]
      .filter(Boolean)
      .join(' · '),
    path: `${pageOf(ctx)}?open=${row.id}`,
  }));
});
