import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge } from '../access/public.ts';
import { countReturns } from './list.ts';

const AT_MOST = 1_000;

defineBadge(441, (tx) => countReturns(tx, { state: 'requested' }, AT_MOST));

/** The key changes with how many there are: the bell rings again for one more, not for the same again. */
defineAlerts(['441:add'], async (tx, ctx) => {
  const n = await countReturns(tx, { overdue: true }, AT_MOST);
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
