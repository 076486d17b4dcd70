import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { sql } from '../../../core/database/sql.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';
import { STATE } from './list.ts';
import { providerNames } from './setup.ts';

/** The connections that a person has to renew. */
defineAlerts([rights.storeCollection.bind], async (tx, ctx) => {
  const found = await tx.rows<{ id: number; provider: string; account: string; state: string }>(sql`
    select * from (select c.id, c.provider, c.account, ${STATE(tx.now)} as state from receiving_connection c
      where c.company_id = ${sql.company}) x where state in ('expired', 'expiring') order by id limit 20`);
  return found.map(({ id, provider, account, state }) => {
    const [zh, en] = providerNames(provider);
    const name = `${(ctx.language === 'zh' ? zh : en) ?? provider} ${account}`;
    return {
      ...{ key: `receiving:${id}:${state}`, level: state === 'expired' ? ('bad' as const) : ('warn' as const) },
      text: say(ctx.language, state === 'expired' ? 'finance.receiving.alertExpired' : 'finance.receiving.alertEnds', {
        name,
      }),
      ...{ path: `${pagePaths.storeCollection}?view=connections`, at: tx.now },
    };
  });
});

/** What was matched and then taken back stays booked until a person looks at it. */
defineAlerts([rights.storeCollection.sync], async (tx, ctx) => {
  const row = await tx.row<{ count: number }>(sql`select count(*)::int as count from receiving_account a
    join bank_line b on b.company_id = ${sql.company} and b.account_id = a.money_account_id
    where a.company_id = ${sql.company} and b.reversed and b.match_id is not null`);
  if (!row?.count) return [];
  const text = say(ctx.language, 'finance.receiving.alertReversed', { count: row.count });
  return [
    {
      key: 'receiving:reversed',
      level: 'bad' as const,
      text,
      path: `${pagePaths.storeCollection}?view=connections`,
      at: tx.now,
    },
  ];
});
