import { listUnmapped } from '@tradewind/contract/catalog.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { WaitingDrawer } from './waiting-drawer.tsx';

/** Counts unmapped seller SKUs, with a button to map them. */
export function WaitingBanner({ may }: { may: boolean }): ReactNode {
  const { t } = useTranslation('catalog');
  const [resolving, setResolving] = useState(false);
  const waiting = useCall(listUnmapped, { page: 1, pageSize: 1 }, { everyMs: 60_000 });
  const count = waiting.data?.total ?? 0;
  return (
    <>
      {count > 0 && (
        <Alert
          banner
          type="warning"
          title={waiting.data?.totalExact ? t('waiting', { count }) : t('waitingMore', { count })}
          action={may && <Button onClick={() => setResolving(true)}>{t('resolve')}</Button>}
        />
      )}
      {resolving && <WaitingDrawer from="orders" onClose={() => setResolving(false)} />}
    </>
  );
}
