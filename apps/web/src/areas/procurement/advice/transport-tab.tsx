import { PlusOutlined } from '@ant-design/icons';
import { deleteTransports, listTransports, saveTransport, type Transport } from '@tradewind/contract/procurement.ts';
import { LEG_MODES } from '@tradewind/contract/transit/legs.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { optionsOf } from '../../../components/list/filters.ts';
import { useWarehouseOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useSession } from '../../../shell/session.ts';

const PAGE_SIZE = 200;

/** How goods travel to each warehouse. */
export function TransportTab(): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const currency = useSession()?.user.baseCurrency ?? '';
  const found = useCall(listTransports, { page: 1, pageSize: PAGE_SIZE });
  const [form, setForm] = useState<Transport | 'new'>();
  const remove = useAct(deleteTransports, { refresh: [listTransports], success: t('advice.settings.deleted') });
  const edits = may(deleteTransports);
  const add = edits && (
    <Button icon={<PlusOutlined />} onClick={() => setForm('new')}>
      {t('advice.transport.add')}
    </Button>
  );
  const columns: Column<Transport>[] = [
    col.heading('warehouse', t('advice.warehouse'), { of: 'warehouseName', width: 150 }),
    col.text('mode', t('advice.transport.mode'), { of: (row: Transport) => t(`advice.modes.${row.mode}`), width: 80 }),
    col.text('days', t('advice.transport.days'), {
      of: (row: Transport) => t('advice.days', { count: row.days }),
      width: 90,
    }),
    col.money('perKg', t('advice.transport.perKg'), { currency: () => currency, width: 120 }),
    col.money('perCbm', t('advice.transport.perCbm'), { currency: () => currency, width: 120 }),
    col.own(
      'acts',
      '',
      (row) =>
        edits && (
          <>
            <Button type="link" size="small" onClick={() => setForm(row)}>
              {t('action.edit')}
            </Button>
            <ConfirmDanger
              title={t('advice.transport.delete', { mode: t(`advice.modes.${row.mode}`), name: row.warehouseName })}
              consequence={t('advice.transport.deleteText')}
              verb={t('action.delete')}
              onConfirm={() => remove.mutateAsync({ ids: [row.id] })}
            />
          </>
        ),
      { width: 140 },
    ),
  ];
  return (
    <>
      <LineTable
        label={t('advice.transport.title')}
        columns={columns}
        rows={found.data?.rows ?? []}
        skeleton={found.isPending ? 2 : 0}
        empty={<EmptyState title={t('advice.transport.none')} hint={t('advice.transport.noneHint')} action={add} />}
      />
      {(found.data?.total ?? 0) > 0 && <div style={{ marginTop: 12 }}>{add}</div>}
      {form && <TransportForm way={form === 'new' ? undefined : form} onClose={() => setForm(undefined)} />}
    </>
  );
}

type Values = Typed<typeof saveTransport, { warehouseId?: string }>;

function TransportForm({ way, onClose }: { way: Transport | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const currency = useSession()?.user.baseCurrency ?? '';
  const warehouses = useWarehouseOptions();
  const fields: FieldsOf<Values> = [
    !way && { kind: 'select', name: 'warehouseId', label: t('advice.warehouse'), options: warehouses },
    !way && {
      kind: 'select',
      name: 'mode',
      label: t('advice.transport.mode'),
      options: optionsOf(LEG_MODES, (one) => t(`advice.modes.${one}`)),
    },
    {
      kind: 'number',
      name: 'days',
      label: t('advice.transport.days'),
      suffix: t('days'),
      help: t('advice.transport.daysHelp'),
    },
    {
      kind: 'decimal',
      name: 'perKg',
      label: t('advice.transport.perKg'),
      half: true,
      required: false,
      suffix: currency,
    },
    {
      kind: 'decimal',
      name: 'perCbm',
      label: t('advice.transport.perCbm'),
      half: true,
      required: false,
      suffix: currency,
    },
  ];
  return (
    <FormDrawer
      open
      size={480}
      title={way ? `${way.warehouseName} · ${t(`advice.modes.${way.mode}`)}` : t('advice.transport.add')}
      call={saveTransport}
      initial={way ? { days: way.days, perKg: way.perKg, perCbm: way.perCbm } : {}}
      toInput={({ warehouseId, mode, days, perKg, perCbm }: Values) => ({
        ...{ warehouseId: way?.warehouseId ?? Number(warehouseId), mode: way?.mode ?? mode },
        ...{ days, perKg: perKg || null, perCbm: perCbm || null },
      })}
      verb={t('advice.transport.save')}
      success={t('advice.settings.saved')}
      refresh={[listTransports]}
      onClose={onClose}
      fields={fields}
    />
  );
}
