import type { ModuleRight } from '@tradewind/contract/call.ts';
import { ORDER_MODULES } from '@tradewind/contract/orders.ts';
import { sql } from 'drizzle-orm/sql/sql';
import { type Ctx, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { Params, statement } from '../../core/database/statement.ts';
import { say } from '../../core/text/texts.ts';
import { type Alert, defineAlerts, defineBadge, defineSearch } from '../access/public.ts';
import { counterConditions } from './list.counts.ts';
import { conditions } from './list.filter.ts';
import { foundOrders } from './list.ts';

const SEE: ModuleRight[] = ORDER_MODULES.map((module): ModuleRight => `${module}`);
const PATHS: Partial<Record<number, string>> = {
  401: '/order/all',
  402: '/Amazon',
  403: '/Europe',
  404: '/Asia',
  405: '/Australia',
  406: '/eBays',
  407: '/Wishs',
  408: '/Walmars',
  409: '/Wayfairs',
  410: '/Shopifys',
  411: '/Shopees',
  412: '/Lazadas',
  413: '/TheHomeDepors',
  414: '/Jooms',
  416: '/LOWES',
  417: '/AliExpresss',
  418: '/TikToks',
  419: '/SHEINs',
  420: '/Temus',
  421: '/Otherplatform',
  431: '/order/vc',
};

/** The first page of orders that the actor may open. */
export function pageOf(ctx: Ctx): string {
  const mine = ORDER_MODULES.find((module) => PATHS[module] && (ctx.rights.all || ctx.rights.modules.has(module)));
  return PATHS[mine ?? 401] ?? '/order/all';
}

const asked = new WeakMap<Tx, Promise<Map<number, number>>>();

/** Exceptional and held orders by module: one statement for all badges of a menu. */
function waitingByModule(tx: Tx): Promise<Map<number, number>> {
  const known = asked.get(tx);
  if (known) return known;
  const params = new Params();
  const where = counterConditions(tx, {}, params);
  const counting = statement<{ module: number; n: number }>(
    tx,
    `select module_id as module, sum(delta)::int as n from order_count c where ${where} and c.status in ('exception', 'held') group by module_id`,
    params,
  ).then((rows) => new Map(rows.map((row) => [row.module, row.n])));
  asked.set(tx, counting);
  return counting;
}

for (const module of ORDER_MODULES)
  defineBadge(module, async (tx) => {
    const waiting = await waitingByModule(tx);
    if (module !== 401) return waiting.get(module) ?? 0;
    return [...waiting.values()].reduce((sum, n) => sum + n, 0);
  });

interface Seen {
  n: number;
  newest: number | null;
  at: Date | null;
}

/** The key changes with the newest of them: the bell rings again for one more, not for the same again. */
function alertOf(ctx: Ctx, seen: Seen | undefined, text: string, query: string, level: Alert['level']): Alert[] {
  if (!seen?.n || !seen.at) return [];
  return [
    {
      key: `${text}:${seen.newest}`,
      level,
      text: say(ctx.language, text, { n: seen.n }),
      path: `${pageOf(ctx)}?${query}`,
      at: seen.at,
    },
  ];
}

async function look(
  tx: Tx,
  condition: string,
  filter: Parameters<typeof conditions>[1],
  at: string,
): Promise<Seen | undefined> {
  const params = new Params();
  const where = conditions(tx, filter, params).join(' and ');
  const [seen] = await statement<Seen>(
    tx,
    `select count(*)::int as n, max(x.id) as newest, max(x.at) as at from (
       select o.id, ${at} as at from sales_order o where ${where} and ${condition} order by o.ordered_at desc limit 1000) x`,
    params,
  );
  return seen;
}

defineAlerts(SEE, async (tx, ctx) => [
  ...alertOf(
    ctx,
    await look(
      tx,
      `(o.status in ('picking', 'packed', 'shipped') or o.exception = 'label')`,
      { cancelRequested: true },
      'o.platform_updated_at',
    ),
    'orders.alertCancel',
    'queue=cancelRequested',
    'bad',
  ),
  ...alertOf(
    ctx,
    await look(tx, 'true', { confirmState: 'failed' }, 'o.shipped_at'),
    'orders.alertConfirm',
    'queue=confirmFailed',
    'bad',
  ),
  ...alertOf(
    ctx,
    await look(tx, 'true', { due: 'overdue' }, 'o.ship_by'),
    'orders.alertOverdue',
    'queue=overdue',
    'warn',
  ),
]);

defineSearch(SEE, async (tx, ctx, text) => {
  const ids = await foundOrders(tx, text, 8);
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: number; displayNo: string; shop: string; status: string; buyer: string }>(sql`
    select o.id, o.display_no as "displayNo", s.name as shop, o.status, o.buyer_name as buyer
    from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id
    where o.company_id = ${tx.companyId} and o.id = any(${sql.param(ids)}::bigint[]) order by o.ordered_at desc, o.id desc`);
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
