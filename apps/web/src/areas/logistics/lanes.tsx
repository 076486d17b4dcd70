import { FieldTimeOutlined } from '@ant-design/icons';
import { calculateLanes, type LaneRow, laneList } from '@tradewind/contract/logistics.ts';
import { Button, Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { DateTime, None } from '../../components/figures.tsx';
import { daysSpan, formatNumber } from '../../components/format.ts';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { LineTable } from '../../components/table/line-table.tsx';
import './logistics.css';

const PAGE_SIZE = 50;

/** Opens what own parcels took by channel and place. */
export function LanesButton(): ReactNode {
  const { t } = useTranslation('logistics');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FieldTimeOutlined />} onClick={() => setOpen(true)}>
        {t('lanes.title')}
      </Button>
      {open && (
        <PageDrawer open title={t('lanes.title')} size={860} onClose={() => setOpen(false)}>
          <Lanes />
        </PageDrawer>
      )}
    </>
  );
}

function Lanes(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const [page, setPage] = useState(1);
  const found = useCall(laneList, { page, pageSize: PAGE_SIZE });
  const again = useAct(calculateLanes, { refresh: [laneList], success: t('lanes.queued') });
  const columns = useColumns();
  const rows = found.data?.rows ?? [];
  const [first] = rows;
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <p className="tw-muted">{t('lanes.intro')}</p>
      <div className="tw-lanes-head">
        {may(calculateLanes) && (
          <Button loading={again.isPending} onClick={() => again.mutate({})}>
            {t('lanes.again')}
          </Button>
        )}
        {first && (
          <span className="tw-muted">
            {t('lanes.calculatedAt')} <DateTime at={first.calculatedAt} />
          </span>
        )}
      </div>
      <LineTable<LaneRow>
        label={t('lanes.title')}
        columns={columns}
        rows={rows}
        empty={<EmptyState title={t('lanes.none')} hint={t('lanes.noneHint')} />}
        {...(found.isPending ? { skeleton: 8 } : {})}
      />
      <Pagination
        hideOnSinglePage
        current={page}
        pageSize={PAGE_SIZE}
        total={found.data?.total ?? 0}
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  );
}

function useColumns(): Column<LaneRow>[] {
  const { t } = useTranslation('logistics');
  return useMemo<Column<LaneRow>[]>(
    () => [
      col.text('channel', t('lanes.channel'), { width: 180, card: 'title' }),
      col.own('place', t('lanes.place'), ({ country, prefix }) => placeOf(t, country, prefix), { width: 200 }),
      col.qty('parcels', t('lanes.parcels')),
      col.own('days', t('lanes.days'), (row) => daysSpan(row), { width: 130 }),
      col.own('onTime', t('lanes.onTime'), (row) => <OnTime {...row} />, { width: 130 }),
    ],
    [t],
  );
}

type Translate = ReturnType<typeof useTranslation<'logistics'>>['t'];
function placeOf(t: Translate, country: string, prefix: string): string {
  if (country === '') return t('lanes.everywhere');
  return prefix === '' ? country : t('lanes.prefix', { country, prefix });
}

function OnTime({ promised, onTime }: LaneRow): ReactNode {
  if (promised === 0) return <None />;
  const share = Math.round((100 * onTime) / promised);
  return `${share}% (${formatNumber(onTime)}/${formatNumber(promised)})`;
}
