import { getWave, type PickStop, shortPickCall } from '@tradewind/contract/warehouse.ts';
import { Button, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { left } from './stops.ts';

const REASONS = ['empty', 'damaged', 'wrongGoods'] as const;

/** The location holds less than planned: says why, and what becomes of the order. */
export function ShortButton({ stop }: { stop: PickStop }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<(typeof REASONS)[number]>('empty');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const short = useAct(shortPickCall, {
    refresh: [getWave],
    onDone: ({ refilled }) => {
      setAsking(false);
      setKey(crypto.randomUUID());
      const said = t(refilled ? 'scan.pick.refilled' : 'scan.pick.gaveBack', { number: stop.outboundNumber });
      if (refilled) toast.success(said);
      else toast.warning(said);
    },
  });
  return (
    <>
      <Button danger size="large" block onClick={() => setAsking(true)}>
        {t('scan.pick.short')}
      </Button>
      <Modal
        open={asking}
        title={t('scan.pick.shortTitle', { code: stop.locationCode, count: left(stop), sku: stop.sku })}
        okText={t('scan.pick.shortVerb')}
        okButtonProps={{ danger: true, loading: short.isPending }}
        onOk={() => short.mutate({ pickLineId: stop.id, reason: t(`scan.pick.why.${reason}`), idempotencyKey: key })}
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
