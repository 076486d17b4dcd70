import { equalSkus, getPairing, savePairing } from '@tradewind/contract/catalog.ts';
import { Button, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { PairingDrawer } from './pairing-drawer.tsx';

/** Whether equal SKUs map by themselves. Switching on shows first what that would map now. */
export function PairingSwitch(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay()(savePairing);
  const [open, setOpen] = useState(false);
  const { data } = useCall(getPairing, {});
  const save = useAct(savePairing, {
    refresh: [getPairing, equalSkus],
    success: () => t(data?.enabled ? 'pairing.off' : 'pairing.on'),
    onDone: (_result, { enabled }) => enabled === true && setOpen(true),
  });
  return (
    <>
      <span className="tw-pairing-switch">
        <Switch
          size="small"
          aria-label={t('pairing.switch')}
          checked={data?.enabled ?? true}
          disabled={!may || data === undefined}
          loading={save.isPending}
          onChange={(enabled) => save.mutate({ enabled })}
        />
        <span aria-hidden="true">{t('pairing.switch')}</span>
      </span>
      <Button onClick={() => setOpen(true)}>{t('pairing.open')}</Button>
      {open && <PairingDrawer onClose={() => setOpen(false)} />}
    </>
  );
}
