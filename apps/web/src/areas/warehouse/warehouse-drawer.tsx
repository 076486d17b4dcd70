import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteWarehouse,
  editWarehouseIsCount,
  findWarehouseDetail,
  getWarehouse,
  isUseWarehouse,
  prepayWarehouse,
  refreshWarehouse,
  refreshWarehouseInventory,
  selectWarehouse,
  setDefaultWarehouse,
  stopUseWarehouse,
  type WarehouseRow,
  warehousePrepayments,
} from '@tradewind/contract/warehouse.ts';
import { wmsWarehouse } from '@tradewind/contract/wms.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { ActionButton, useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { Money } from '../../components/figures.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { formatMoney } from '../../components/format.ts';
import type { DetailTools } from '../../components/list-page.tsx';
import { useSession } from '../../shell/session.ts';
import { FnskuTab } from './fnsku/fnsku-tab.tsx';
import { History } from './history.tsx';
import { MethodsTab } from './methods/methods-tab.tsx';
import { PrepaymentsTab } from './prepayments-tab.tsx';
import { addressLine, WarehouseStatus } from './warehouse-status.tsx';
import { ProviderTab } from './wms/provider-tab.tsx';

const REFRESH = [getWarehouse, selectWarehouse, findWarehouseDetail, warehousePrepayments];

interface WarehouseDrawerProps {
  id: number;
  tools: DetailTools;
  onEdit: (row: WarehouseRow) => void;
}

export function WarehouseDrawer({ id, tools, onEdit }: WarehouseDrawerProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const query = useCall(findWarehouseDetail, { id });
  const row = query.data;
  const outside = row !== undefined && row.kind !== 'selfBuilt';
  const provided = useCall(wmsWarehouse, { houseId: id }, { enabled: outside }).data;
  // Not run by a provider, as far as is known yet.
  const own = !outside || provided === null;
  return (
    <DetailDrawer
      {...tools}
      {...(provided ? { size: 960 } : {})}
      title={row?.name ?? ''}
      status={row && <WarehouseStatus row={row} />}
      subtitle={row?.code}
      query={query}
      actions={
        row && <Actions row={row} connected={Boolean(provided)} onEdit={() => onEdit(row)} onGone={tools.close} />
      }
      {...(row
        ? {
            tabs: [
              { key: 'facts', label: t('wms.facts'), children: <WarehouseFacts row={row} /> },
              ...(provided
                ? [
                    {
                      key: 'provider',
                      label: t('partner.providerTab'),
                      children: <ProviderTab houseId={row.id} name={row.name} warehouse={provided} />,
                    },
                  ]
                : own
                  ? [{ key: 'methods', label: t('methods.title'), children: <MethodsTab houseId={row.id} /> }]
                  : []),
              ...(row.prepaidBalance === null
                ? []
                : [{ key: 'prepaid', label: t('prepaid.title'), children: <PrepaymentsTab houseId={row.id} /> }]),
              { key: 'fnsku', label: t('fnsku.title'), children: <FnskuTab houseId={row.id} /> },
              { key: 'history', label: t('event.title'), children: <History rows={row.history} states="none" /> },
            ],
          }
        : {})}
    />
  );
}

function WarehouseFacts({ row }: { row: WarehouseRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <Facts
      items={[
        [t('house.kindTitle'), t(`house.kind.${row.kind}`)],
        [t('house.person'), row.personInCharge],
        [t('house.priority'), row.priority],
        [t('house.locations'), row.locations],
        ...(row.prepaidBalance === null
          ? []
          : [[t('house.prepaid'), <Prepaid key="prepaid" row={row} />] satisfies [string, ReactNode]]),
        [t('house.address'), addressLine(row)],
        [t('house.part.name'), [row.address.name, row.address.phone].filter(Boolean).join(' · ')],
      ]}
    />
  );
}

interface ActionsProps {
  row: WarehouseRow;
  /** Whether it is connected to a provider account. */
  connected: boolean;
  onEdit: () => void;
  onGone: () => void;
}

function Actions({ row, connected, onEdit, onGone }: ActionsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const byDefault = useAct(setDefaultWarehouse, { refresh: REFRESH, success: t('house.defaultDone') });
  const stop = useAct(stopUseWarehouse, { refresh: REFRESH, success: t('house.disabledDone') });
  const use = useAct(isUseWarehouse, { refresh: REFRESH, success: t('house.enabledDone') });
  const remove = useAct(deleteWarehouse, { refresh: [getWarehouse, selectWarehouse], onDone: onGone });
  const { id } = row;
  return (
    <>
      {may(rights.warehouse.edit) && (
        <Button type="primary" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      )}
      {may(prepayWarehouse) && row.kind !== 'selfBuilt' && <PrepayButton row={row} />}
      {may(rights.warehouse.refresh) && row.kind !== 'selfBuilt' && <RefreshButtons id={id} connected={connected} />}
      {may(editWarehouseIsCount) && <CountButton row={row} />}
      {may(setDefaultWarehouse) && (
        <ActionButton
          loading={byDefault.isPending}
          reason={row.isDefault ? t('house.isDefault') : row.enabled ? undefined : t('house.isDisabled')}
          onClick={() => byDefault.mutate({ id })}
        >
          {t('house.makeDefault')}
        </ActionButton>
      )}
      {row.enabled
        ? may(stopUseWarehouse) && (
            <ActionButton
              loading={stop.isPending}
              reason={row.isDefault ? t('house.defaultStays') : undefined}
              onClick={() => stop.mutate({ id })}
            >
              {t('house.disable')}
            </ActionButton>
          )
        : may(isUseWarehouse) && (
            <Button loading={use.isPending} onClick={() => use.mutate({ id })}>
              {t('house.enable')}
            </Button>
          )}
      {may(deleteWarehouse) && (
        <ConfirmDanger
          title={t('house.deleteTitle', { name: row.name })}
          consequence={t('house.deleteText')}
          verb={t('action.delete')}
          reason={row.isDefault ? t('house.defaultStays') : undefined}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
    </>
  );
}

/** Requests a refresh from the provider in the background. */
function RefreshButtons({ id, connected }: { id: number; connected: boolean }): ReactNode {
  const { t } = useTranslation('warehouse');
  const facts = useAct(refreshWarehouse, { success: t('wms.asked') });
  const stock = useAct(refreshWarehouseInventory, { success: t('wms.asked') });
  const reason = connected ? undefined : t('wms.notConnected');
  return (
    <>
      <ActionButton reason={reason} loading={facts.isPending} onClick={() => facts.mutate({ id })}>
        {t('wms.refresh')}
      </ActionButton>
      <ActionButton reason={reason} loading={stock.isPending} onClick={() => stock.mutate({ id })}>
        {t('wms.refreshStock')}
      </ActionButton>
    </>
  );
}

function Prepaid({ row }: { row: WarehouseRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const currency = useSession()?.user.baseCurrency ?? '';
  return (
    <>
      <Money amount={row.prepaidBalance ?? '0'} currency={currency} />
      <small className="tw-muted"> {t('house.feeOf', { fee: formatMoney(row.orderFee ?? '0', currency) })}</small>
    </>
  );
}

/** The prepaid balance at the provider. Orders it does not cover cannot ship. */
function PrepayButton({ row }: { row: WarehouseRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const currency = useSession()?.user.baseCurrency ?? '';
  const [key, setKey] = useState<string>();
  return (
    <>
      <Button onClick={() => setKey(crypto.randomUUID())}>{t('house.prepay')}</Button>
      {key && (
        <FormDrawer
          open
          title={t('house.prepayTitle', { name: row.name })}
          call={prepayWarehouse}
          verb={t('house.prepaySave')}
          success={t('house.prepayDone')}
          refresh={REFRESH}
          initial={{
            houseId: row.id,
            orderFee: row.orderFee === null ? '' : String(Number(row.orderFee)),
            idempotencyKey: key,
          }}
          onClose={() => setKey(undefined)}
          fields={[
            {
              kind: 'decimal',
              name: 'amount',
              label: t('house.prepayAmount'),
              half: true,
              suffix: currency,
              help: t('house.prepayAmountHelp'),
            },
            {
              kind: 'decimal',
              name: 'orderFee',
              label: t('house.orderFee'),
              required: true,
              half: true,
              suffix: currency,
              help: t('house.orderFeeHelp'),
            },
            { kind: 'text', name: 'remark', label: t('house.prepayRemark') },
          ]}
        />
      )}
    </>
  );
}

/** Starting a count stops the floor, so it asks for confirmation. Ending it does not. */
function CountButton({ row }: { row: WarehouseRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const count = useAct(editWarehouseIsCount, { refresh: REFRESH });
  if (row.counting)
    return (
      <Button loading={count.isPending} onClick={() => count.mutate({ houseId: row.id, isCount: false })}>
        {t('house.endCount')}
      </Button>
    );
  return (
    <ConfirmDanger
      danger={false}
      title={t('house.countTitle', { name: row.name })}
      consequence={t('house.countText')}
      verb={t('house.beginCount')}
      onConfirm={() => count.mutateAsync({ houseId: row.id, isCount: true })}
    />
  );
}
