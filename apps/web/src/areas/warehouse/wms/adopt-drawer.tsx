import { getWarehouse, selectWarehouse } from '@tradewind/contract/warehouse.ts';
import { adoptWmsWarehouses, wmsConnections, wmsWarehouses } from '@tradewind/contract/wms.ts';
import { Button, Checkbox, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';

/** Step 2: choose which of the provider's warehouses to add. */
export function AdoptDrawer({
  id,
  onDone,
  onClose,
}: {
  id: number;
  onDone: (warehouseIds: number[]) => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const theirs = useCall(wmsWarehouses, { id });
  const connections = useCall(wmsConnections, {});
  const [chosen, setChosen] = useState<string[]>([]);
  const act = useAct(adoptWmsWarehouses, {
    refresh: [wmsConnections, wmsWarehouses, getWarehouse, selectWarehouse],
    success: t('partner.adopted'),
    onDone: ({ ids }) => onDone(ids),
  });
  const name = connections.data?.find((row) => row.id === id)?.name ?? '';
  return (
    <PageDrawer
      open
      title={t('partner.adoptTitle', { name })}
      onClose={onClose}
      footer={
        <Button
          type="primary"
          disabled={chosen.length === 0}
          loading={act.isPending}
          onClick={() => act.mutate({ id, warehouses: chosen.map((code) => ({ code })) })}
        >
          {t('partner.adoptVerb')}
        </Button>
      }
    >
      {isLost(theirs) ? (
        <PageError error={theirs.error} onRetry={() => void theirs.refetch()} />
      ) : theirs.isPending ? (
        <Skeleton active />
      ) : theirs.data.length === 0 ? (
        <EmptyState title={t('partner.adoptNone')} />
      ) : (
        <Checkbox.Group className="tw-wms-bar" value={chosen} onChange={setChosen}>
          {theirs.data.map((one) => (
            <Checkbox key={one.code} value={one.code} disabled={one.warehouseId !== null}>
              {one.name}{' '}
              <span className="tw-muted">
                {one.code} · {one.country}
                {one.warehouseId !== null && ` · ${t('partner.adoptedAlready')}`}
              </span>
            </Checkbox>
          ))}
        </Checkbox.Group>
      )}
    </PageDrawer>
  );
}
