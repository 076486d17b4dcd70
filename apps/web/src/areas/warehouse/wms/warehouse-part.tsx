import type { ResultOf } from '@tradewind/contract/call.ts';
import { chooseWmsMethods, wmsOrders, wmsWarehouse } from '@tradewind/contract/wms.ts';
import { Alert, Button, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { DateTime } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';

type Warehouse = NonNullable<ResultOf<typeof wmsWarehouse>>;

/** One warehouse: its code at the provider, and its shipping method for each of our channels. */
export function WarehousePart({
  houseId: warehouseId,
  name,
  mayEdit,
}: {
  houseId: number;
  name: string;
  mayEdit: boolean;
}): ReactNode {
  const found = useCall(wmsWarehouse, { houseId: warehouseId });
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton active />;
  const key = JSON.stringify([found.data.choices, found.data.methods.length]);
  return <Methods key={key} houseId={warehouseId} name={name} warehouse={found.data} mayEdit={mayEdit} />;
}

function Methods({
  houseId: warehouseId,
  name,
  warehouse,
  mayEdit,
}: {
  houseId: number;
  name: string;
  warehouse: Warehouse;
  mayEdit: boolean;
}): ReactNode {
  const { t } = useTranslation('warehouse');
  const [choices, setChoices] = useState(new Map(warehouse.choices.map((one) => [one.channelId, one.methodCode])));
  const save = useAct(chooseWmsMethods, { refresh: [wmsWarehouse, wmsOrders], success: t('partner.methodsSaved') });
  const options = warehouse.methods
    .filter((method) => !method.gone)
    .map((method) => ({
      value: method.code,
      label: `${method.name} · ${method.code}${method.carrier ? ` · ${method.carrier}` : ''}`,
    }));
  const channels = [...warehouse.channels, { id: 0, name: t('partner.otherChannels') }];
  const choose = (channelId: number, code: string | undefined) => {
    const next = new Map(choices);
    if (code) next.set(channelId, code);
    else next.delete(channelId);
    setChoices(next);
  };
  return (
    <section className="tw-wms-house" aria-label={name}>
      <h3>
        {name} <small className="tw-muted">{warehouse.code}</small>
      </h3>
      {warehouse.stockAt && (
        <p className="tw-muted">
          {t('partner.stockAt')} <DateTime at={warehouse.stockAt} />
        </p>
      )}
      {warehouse.stockError && <Alert type="error" showIcon title={warehouse.stockError} />}
      {options.length === 0 ? (
        <p className="tw-muted">{t('partner.noMethods')}</p>
      ) : (
        <>
          <div className="tw-wms-choice">
            <strong>{t('partner.channel')}</strong>
            <strong>{t('partner.method')}</strong>
            {channels.map((channel) => [
              <span key={`n${channel.id}`}>{channel.name}</span>,
              <Select
                key={`s${channel.id}`}
                allowClear
                aria-label={`${name} ${channel.name}`}
                disabled={!mayEdit}
                options={options}
                value={choices.get(channel.id) ?? null}
                onChange={(code) => choose(channel.id, code ?? undefined)}
              />,
            ])}
          </div>
          {!choices.has(0) && <Alert type="warning" showIcon title={t('partner.notChosen')} />}
          {mayEdit && (
            <p>
              <Button
                type="primary"
                loading={save.isPending}
                onClick={() =>
                  save.mutate({
                    houseId: warehouseId,
                    choices: [...choices].map(([channelId, methodCode]) => ({ channelId, methodCode })),
                  })
                }
              >
                {t('partner.saveMethods')}
              </Button>
            </p>
          )}
        </>
      )}
    </section>
  );
}
