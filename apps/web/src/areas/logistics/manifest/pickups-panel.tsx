import {
  cancelPickup,
  listPickups,
  orderPickup,
  PICKUP_STATES,
  type PickupRow,
  type PickupState,
  pickupMay,
  settlePickup,
} from '@tradewind/contract/logistics.ts';
import { Button, Input, Modal } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { PickupDrawer } from './pickup-drawer.tsx';
import { kilos } from './van.tsx';

const TONES: Record<PickupState, Tone> = {
  ...{ requesting: 'info', uncertain: 'warn', ordered: 'good', refused: 'bad', cancelled: 'muted' },
};

/** Pickups that carriers were asked for. */
export function PickupsPanel(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  return (
    <ListPage
      id="logistics.pickup"
      call={listPickups}
      columns={useColumns()}
      filters={[
        { kind: 'select', name: 'warehouseId', label: t('manifest.warehouse'), options: useWarehouseOptions() },
        {
          kind: 'select',
          name: 'state',
          label: t('manifest.stateTitle'),
          options: PICKUP_STATES.map((value) => ({ value, label: t(`pickup.state.${value}`) })),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('manifest.day') },
      ]}
      primary={may(orderPickup) && { label: t('pickup.add'), form: (close) => <PickupDrawer onClose={close} /> }}
      empty={{ title: t('pickup.none'), hint: t('pickup.noneHint') }}
    />
  );
}

function useColumns(): Column<PickupRow>[] {
  const { t } = useTranslation('logistics');
  const may = useMay()(orderPickup);
  return useMemo<Column<PickupRow>[]>(
    () => [
      col.ownHeading('number', t('manifest.number'), ({ number }) => <span className="tw-figure">{number}</span>, {
        width: 170,
      }),
      col.status('state', t('manifest.stateTitle'), ({ state }) => (
        <StatusTag tone={TONES[state]}>{t(`pickup.state.${state}`)}</StatusTag>
      )),
      col.text('van', t('manifest.van'), {
        of: ({ carrier, accountName }: PickupRow) =>
          [t(`carriers.${carrier}`), accountName].filter(Boolean).join(' · '),
        width: 180,
      }),
      col.text('warehouse', t('manifest.warehouse'), { of: 'warehouseName', width: 140 }),
      col.code('when', t('pickup.when'), {
        of: ({ day, ready, closes }: PickupRow) => `${day} ${ready}–${closes}`,
        width: 190,
      }),
      col.qty('parcels', t('manifest.parcels')),
      col.code('weight', t('manifest.weight'), {
        of: ({ weightGrams }: PickupRow) => `${kilos(weightGrams)} kg`,
        ...{ width: 110, align: 'right' as const, card: 'hide' as const },
      }),
      col.code('confirmation', t('pickup.confirmation'), { width: 190 }),
      col.money('amount', t('pickup.price'), { currency: 'currency', card: 'hide' }),
      { key: 'error', title: t('manifest.problem'), width: 220, render: (row) => row.lastError },
      { key: 'acts', title: '', width: 150, render: (row) => may && <Acts row={row} /> },
    ],
    [t, may],
  );
}

function Acts({ row }: { row: PickupRow }): ReactNode {
  const { t } = useTranslation('logistics');
  const [settling, setSettling] = useState(false);
  const cancel = useAct(cancelPickup, { refresh: [listPickups], success: t('pickup.cancelled') });
  return (
    <>
      {pickupMay('cancel', row) && (
        <ConfirmDanger
          size="small"
          title={t('pickup.cancelTitle', { number: row.confirmation })}
          consequence={t('pickup.cancelText')}
          verb={t('pickup.cancel')}
          onConfirm={() => cancel.mutateAsync({ id: row.id })}
        />
      )}
      {pickupMay('settle', row) && (
        <Button size="small" onClick={() => setSettling(true)}>
          {t('pickup.settle')}
        </Button>
      )}
      {settling && <Settle row={row} onClose={() => setSettling(false)} />}
    </>
  );
}

/** A person says what the carrier said on the phone; first the carrier is looked at, where it lists pickups. */
function Settle({ row, onClose }: { row: PickupRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const [number, setNumber] = useState('');
  const act = useAct(settlePickup, {
    refresh: [listPickups],
    onDone: ({ state }) => {
      if (state === 'uncertain') return void toast.warning(t('pickup.stillUnknown'));
      toast.success(t('pickup.settled'));
      onClose();
    },
  });
  const settle = (outcome: 'ask' | 'ordered' | 'notOrdered') =>
    act.mutate({ id: row.id, outcome, ...(outcome === 'ordered' ? { confirmation: number.trim() } : {}) });
  return (
    <Modal
      open
      title={t('pickup.settleTitle', { number: row.number })}
      onCancel={onClose}
      footer={[
        <Button key="ask" loading={act.isPending} onClick={() => settle('ask')}>
          {t('pickup.lookUp')}
        </Button>,
        <Button key="no" disabled={act.isPending} onClick={() => settle('notOrdered')}>
          {t('pickup.notOrdered')}
        </Button>,
        <Button
          key="yes"
          type="primary"
          disabled={number.trim() === '' || act.isPending}
          onClick={() => settle('ordered')}
        >
          {t('pickup.isOrdered')}
        </Button>,
      ]}
    >
      <p>{t('pickup.settleText')}</p>
      <Input
        aria-label={t('pickup.confirmation')}
        placeholder={t('pickup.confirmation')}
        maxLength={80}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
    </Modal>
  );
}
