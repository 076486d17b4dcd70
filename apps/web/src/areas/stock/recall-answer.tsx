import type { ResultOf } from '@tradewind/contract/call.ts';
import type { recallBatchCall, releaseBatchCall } from '@tradewind/contract/stock-batches.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type RecallResult =
  | ({ act: 'recall' } & ResultOf<typeof recallBatchCall>)
  | ({ act: 'release' } & ResultOf<typeof releaseBatchCall>);

/** The result of starting or ending a recall, with what is left to do. */
export function RecallAnswer({ told: answered, onClose }: { told: RecallResult; onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  const say = (key: string, values: Record<string, unknown>) => <div key={key}>{t(`batchDone.${key}`, values)}</div>;
  const lines = answered.act === 'recall' ? linesOfRecall(answered, say) : [say('released', answered)];
  return (
    <Alert
      role="status"
      type={answered.act === 'recall' ? 'warning' : 'success'}
      showIcon
      closable={{ onClose }}
      title={t(`batchDone.${answered.act}`)}
      description={lines}
      style={{ marginBottom: 16 }}
    />
  );
}

function linesOfRecall(
  answered: Extract<RecallResult, { act: 'recall' }>,
  say: (key: string, values: Record<string, unknown>) => ReactNode,
): ReactNode[] {
  return [
    say('held', answered),
    answered.stopped > 0 && say('stopped', answered),
    answered.repromised > 0 && say('repromised', answered),
    answered.wentBack > 0 && say('wentBack', answered),
    answered.left > 0 && say('left', answered),
    answered.counted.length > 0 && say('counted', { warehouses: answered.counted.join(', ') }),
    answered.shippedOrders > 0 && say('shipped', answered),
    answered.sentOn > 0 && say('sentOn', answered),
  ];
}
