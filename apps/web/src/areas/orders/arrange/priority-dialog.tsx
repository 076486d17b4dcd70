import { PRIORITY_LIMIT } from '@tradewind/contract/orders.ts';
import { Modal, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PriorityDialogProps {
  count: number;
  now: number;
  onClose: (priority: number | undefined) => void;
}

/** Sets which orders get stock first when it is short. */
export function PriorityDialog({ count, now, onClose }: PriorityDialogProps): ReactNode {
  const { t } = useTranslation('orders');
  const [priority, setPriority] = useState(now);
  return (
    <Modal
      open
      title={t('priority.title', { count })}
      okText={t('priority.verb')}
      onOk={() => onClose(priority)}
      onCancel={() => onClose(undefined)}
    >
      <p className="tw-muted">{t('priority.about')}</p>
      <Segmented
        block
        aria-label={t('act.priority')}
        value={priority}
        onChange={setPriority}
        options={Array.from({ length: PRIORITY_LIMIT + 1 }, (_, n) => ({
          value: n,
          label: n === 0 ? t('priority.none') : String(n),
        }))}
      />
    </Modal>
  );
}
