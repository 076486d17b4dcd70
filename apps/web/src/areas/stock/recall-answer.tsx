import type { ResultOf } from '@tradewind/contract/call.ts';
import type { recallBatchCall, releaseBatchCall } from '@tradewind/contract/stock-batches.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type RecallTold =
  | ({ act: 'recall' } & ResultOf<typeof recallBatchCall>)
  | ({ act: 'release' } & ResultOf<typeof releaseBatchCall>);

/** What a recall, or its end, has done: whoever pressed the button knows what is left to do. */
export function RecallAnswer({ told, onClose }: { told: RecallTold; onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  const say = (key: string, values: Record<string, unknown>) => <div key={key}>{t(`batchDone.${key}`, values)}</div>;
  const lines = told.act === 'recall' ? linesOfRecall(told, say) : [say('released', told)];
  return (
    <Alert
      role="status"
      type={told.act === 'recall' ? 'warning' : 'success'}
      showIcon
      closable={{ onClose }}
      title={t(`batchDone.${told.act}`)}
      description={lines}
      style={{ marginBottom: 16 }}
    />
  );
}

function linesOfRecall(
  told: Extract<RecallTold, { act: 'recall' }>,
  say: (key: string, values: Record<string, unknown>) => ReactNode,
): ReactNode[] {
  return [
    say('held', told),
    told.stopped > 0 && say('stopped', told),
    told.repromised > 0 && say('repromised', told),
    told.wentBack > 0 && say('wentBack', told),
    told.left > 0 && say('left', told),
    told.counted.length > 0 && say('counted', { houses: told.counted.join(', ') }),
    told.shippedOrders > 0 && say('shipped', told),
    told.sentOn > 0 && say('sentOn', told),
  ];
}
