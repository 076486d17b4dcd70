import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { sql } from '../../../core/database/sql.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';

/** Days before the consent ends on which people learn of it. */
const ENDS_SOON_DAYS = 14;
const MOST = 20;

defineAlerts([rights.supplier.edit, rights.purchaseOrder.submit], async (tx, ctx) => {
  const account = await tx.row<{ name: string; state: string; ends: boolean }>(sql`
    select name, state, coalesce(ends_at < ${new Date(tx.now.getTime() + ENDS_SOON_DAYS * 86_400_000)}, false) as ends
    from sourcing_account where company_id = ${sql.company}`);
  const troubled = await tx.rows<{ id: number; number: string; state: string }>(sql`
    select o.id, o.number, s.state from sourcing_order s
    join purchase_order o on o.company_id = ${sql.company} and o.id = s.order_id
    where s.company_id = ${sql.company} and s.state = 'unclear' order by s.id desc limit ${MOST}`);
  const expired = account?.state === 'expired';
  return [
    ...(account && (expired || account.ends)
      ? [
          {
            key: `1688:account:${account.state}`,
            level: expired ? ('bad' as const) : ('warn' as const),
            text: say(ctx.language, expired ? 'procurement.1688.alertExpired' : 'procurement.1688.alertEnds', {
              name: account.name,
            }),
            path: pagePaths.supplier,
            at: tx.now,
          },
        ]
      : []),
    ...troubled.map(({ id, number }) => ({
      key: `1688:unclear:${id}`,
      level: 'bad' as const,
      text: say(ctx.language, 'procurement.1688.alertUnclear', { number }),
      path: `${pagePaths.purchaseOrder}?open=${id}`,
      at: tx.now,
    })),
  ];
});
