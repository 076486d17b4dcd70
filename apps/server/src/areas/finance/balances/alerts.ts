import { rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { LOW_BALANCE } from '@tradewind/contract/finance.ts';
import { say } from '../../../core/text/texts.ts';
import { defineAlerts } from '../../access/public.ts';
import { countOver } from './balances.queries.ts';
import { lowBalances } from './check-balance.ts';

defineAlerts([rights.balance.view], async (tx, ctx) => {
  const count = await countOver(tx, ctx);
  if (count === 0) return [];
  const text = say(ctx.language, 'finance.alertOver', { count });
  return [{ key: 'balance:over', level: 'warn' as const, text, path: `${pagePaths.balance}?over=true`, at: tx.now }];
});

defineAlerts([rights.providerReconciliation.view], async (tx, ctx) => {
  const { balances } = await lowBalances(tx);
  return balances
    .filter((one) => Number(one.cny) < Number(LOW_BALANCE))
    .slice(0, 5)
    .map(({ name }) => ({
      ...{ key: `balance:low:${name}`, level: 'warn' as const, at: tx.now },
      text: say(ctx.language, 'finance.alertLow', { name }),
      path: pagePaths.providerReconciliation,
    }));
});
