import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { channelOptions, saveShippingMethods, shippingMethods } from '@tradewind/contract/logistics.ts';
import { findWarehouseDetail } from '@tradewind/contract/warehouse.ts';
import { Skeleton, Switch } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

type Methods = ResultOf<typeof shippingMethods>;
type Row = Methods['channels'][number];

/** The shipping channels of an own warehouse. */
export function MethodsTab({ houseId: warehouseId }: { houseId: number }): ReactNode {
  const found = useCall(shippingMethods, { houseId: warehouseId });
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton active />;
  return <Choice key={JSON.stringify(found.data)} houseId={warehouseId} methods={found.data} />;
}

function Choice({ houseId: warehouseId, methods }: { houseId: number; methods: Methods }): ReactNode {
  const { t } = useTranslation('warehouse');
  const mayEdit = useMay()(rights.warehouse.edit);
  const [all, setAll] = useState(methods.all);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    new Set(methods.channels.filter((row) => row.ships).map((row) => row.id)),
  );
  const save = useAct(saveShippingMethods, {
    refresh: [shippingMethods, channelOptions, findWarehouseDetail],
    success: t('methods.saved'),
  });
  const columns = useColumns({ all, chosen, mayEdit, onChange: setChosen });
  if (methods.channels.length === 0) return <EmptyState title={t('methods.empty')} hint={t('methods.emptyHint')} />;
  return (
    <section className="tw-methods" aria-label={t('methods.title')}>
      <div className="tw-methods-all">
        <Switch aria-label={t('methods.all')} checked={all} disabled={!mayEdit} onChange={setAll} />
        {t('methods.all')}
      </div>
      <p className="tw-muted">{t(all ? 'methods.allHint' : 'methods.chosenHint')}</p>
      <LineTable label={t('methods.title')} columns={columns} rows={methods.channels} />
      {mayEdit && (
        <ActionButton
          type="primary"
          loading={save.isPending}
          reason={!all && chosen.size === 0 ? t('methods.needOne') : undefined}
          onClick={() => save.mutate({ houseId: warehouseId, channelIds: all ? [] : [...chosen] })}
        >
          {t('methods.save')}
        </ActionButton>
      )}
    </section>
  );
}

interface Chosen {
  all: boolean;
  chosen: ReadonlySet<number>;
  mayEdit: boolean;
  onChange: (chosen: ReadonlySet<number>) => void;
}

function useColumns({ all, chosen, mayEdit, onChange }: Chosen): Column<Row>[] {
  const { t } = useTranslation('warehouse');
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'name',
        title: t('methods.channel'),
        width: 180,
        card: 'title',
        render: ({ name, isDefault }) => (
          <>
            {name} {isDefault && <small className="tw-muted">{t('methods.default')}</small>}
          </>
        ),
      },
      {
        key: 'carrier',
        title: t('methods.carrier'),
        width: 160,
        render: (row) => [t(`methods.carriers.${row.carrier}`), row.accountName].filter(Boolean).join(' · '),
      },
      {
        key: 'enabled',
        title: t('methods.state'),
        width: 90,
        card: 'state',
        render: ({ enabled }) => (
          <StatusTag tone={enabled ? 'good' : 'muted'}>{t(enabled ? 'methods.enabled' : 'methods.disabled')}</StatusTag>
        ),
      },
      {
        key: 'ships',
        title: t('methods.ships'),
        width: 140,
        render: ({ id, name }) => (
          <Switch
            size="small"
            aria-label={name}
            checked={all || chosen.has(id)}
            disabled={all || !mayEdit}
            onChange={(on) => {
              const next = new Set(chosen);
              if (on) next.add(id);
              else next.delete(id);
              onChange(next);
            }}
          />
        ),
      },
    ],
    [t, all, chosen, mayEdit, onChange],
  );
}
