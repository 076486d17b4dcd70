import { CloudDownloadOutlined } from '@ant-design/icons';
import { listExchangeRates, listRateHistory, syncExchangeRates } from '@tradewind/contract/settings.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';

/** Fetches the official rates of the day. */
export function SyncRates(): ReactNode {
  const { t } = useTranslation('settings');
  const sync = useAct(syncExchangeRates, {
    refresh: [listExchangeRates, listRateHistory],
    onDone: ({ day, saved, doubtful }) => {
      const done = t('synced', { day, saved });
      if (doubtful.length === 0) toast.success(done);
      else toast.warning(`${done} ${t('doubtful', { currencies: doubtful.join(', ') })}`);
    },
  });
  return (
    <Button icon={<CloudDownloadOutlined />} loading={sync.isPending} onClick={() => sync.mutate({})}>
      {t('sync')}
    </Button>
  );
}
