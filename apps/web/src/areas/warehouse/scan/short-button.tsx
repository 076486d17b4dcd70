import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { Button, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { left, shortCode } from './stops.ts';

const REASONS = ['empty', 'damaged', 'wrongGoods'] as const;

interface ShortButtonProps {
  stop: PickStop;
  /** All open pick tasks for this product in this location, including this one. */
  together: readonly PickStop[];
  /** Whether they appear as one task. */
  asOne: boolean;
  onShort: (code: string) => void;
}

/** Records a short pick with its reason. An empty location cannot fill the other tasks either. */
export function ShortButton({ stop, together, asOne, onShort }: ShortButtonProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<(typeof REASONS)[number]>('empty');
  const stops = asOne || reason === 'empty' ? together : [stop];
  const count = stops.reduce((sum, one) => sum + left(one), 0);
  const confirm = () => {
    if (asking) onShort(shortCode(reason, stops));
    setAsking(false);
  };
  return (
    <>
      <Button danger size="large" block onClick={() => setAsking(true)}>
        {t('scan.pick.short')}
      </Button>
      <Modal
        open={asking}
        title={t('scan.pick.shortTitle', { code: stop.locationCode, count, sku: stop.sku })}
        okText={t('scan.pick.shortVerb')}
        okButtonProps={{ danger: true }}
        onOk={confirm}
        onCancel={() => setAsking(false)}
      >
        <p>{t('scan.pick.shortText')}</p>
        <Radio.Group
          vertical
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          options={REASONS.map((each) => ({ value: each, label: t(`scan.pick.why.${each}`) }))}
        />
      </Modal>
    </>
  );
}
