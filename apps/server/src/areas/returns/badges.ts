import { rights } from '@tradewind/contract/access/modules.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge } from '../access/public.ts';
import { returns } from './list.ts';

const AT_MOST = 1_000;

defineBadge(rights.salesReturn.id, (tx) => returns.count(tx, { state: 'requested' }, AT_MOST));

/** The key contains the count: the bell rings again when it grows. */
defineAlerts([rights.salesReturn.add], async (tx, ctx) => {
  const n = await returns.count(tx, { overdue: true }, AT_MOST);
  if (n === 0) return [];
  const text = say(ctx.language, 'returns.alertOverdue', { n });
  return [
    {
      key: `returns.overdue:${n}`,
      level: 'bad',
      text,
      path: '/order/returns?state=overdue',
      at: tx.now,
    },
  ];
});
