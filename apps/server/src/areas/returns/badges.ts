import { rights } from '@tradewind/contract/access/modules.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge } from '../access/public.ts';
import { returns } from './list.ts';

const AT_MOST = 1_000;

defineBadge(rights.salesReturn.id, (tx) => returns.count(tx, { state: 'requested' }, AT_MOST));

defineAlerts([rights.salesReturn.view], async (tx, ctx) => {
  const count = await returns.count(tx, { labelInDoubt: true }, AT_MOST);
  if (count === 0) return [];
  const text = say(ctx.language, 'returns.alertLabels', { count });
  return [
    { key: 'returns:labels', level: 'bad' as const, text, path: '/order/returns?state=labelInDoubt', at: tx.now },
  ];
});

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
