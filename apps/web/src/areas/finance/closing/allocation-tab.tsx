import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  ALLOCATION_BASES,
  type AllocationBasis,
  getCloseSettings,
  getMonth,
  monthAllocations,
  saveCloseSettings,
} from '@tradewind/contract/finance/closing.ts';
import { Button, Checkbox, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { Pages } from './account-drawer.tsx';
import type { Month } from './types.ts';

type Allocations = ResultOf<typeof monthAllocations>;
type Settings = ResultOf<typeof getCloseSettings>;

/** Costs without an order: what is booked by account, and the products that bear it in reports. */
export function AllocationTab({ month: { month, currency } }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [page, setPage] = useState(1);
  const [edits, setEdits] = useState(false);
  const found = useCall(monthAllocations, { month, page, pageSize: 50 }, { keepPrevious: true });
  const accounts = useMemo<Column<Allocations['accounts'][number]>[]>(
    () => [
      col.text('accountName', t('close.account'), { width: 200, card: 'title' }),
      col.money('booked', t('close.booked'), { currency: () => currency }),
      col.money('allocated', t('close.allocated'), { currency: () => currency }),
    ],
    [t, currency],
  );
  const rows = useMemo<Column<Allocations['rows'][number]>[]>(
    () => [
      col.text('sku', t('close.sku'), {
        of: (row: Allocations['rows'][number]) => row.sku || t('close.unallocated'),
        width: 200,
        card: 'title',
      }),
      col.text('accountName', t('close.account'), { width: 180 }),
      col.text('shop', t('shop'), { width: 160 }),
      col.money('amount', t('close.allocated'), { currency: () => currency }),
    ],
    [t, currency],
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const data = found.data;
  return (
    <>
      <div className="tw-close-tools">
        <span className="tw-muted">{t('close.allocationHint')}</span>
        {may(saveCloseSettings) && <Button onClick={() => setEdits(true)}>{t('close.settings')}</Button>}
      </div>
      {data?.total === 0 ? (
        <EmptyState title={t('close.allocationNone')} hint={t('close.allocationNoneHint')} />
      ) : (
        <>
          <LineTable
            label={t('close.booked')}
            columns={accounts}
            rows={data?.accounts ?? []}
            keyOf={(row) => row.account}
            skeleton={found.isPending ? 3 : 0}
          />
          <h3 className="tw-profit-head">{t('close.allocated')}</h3>
          <LineTable
            label={t('close.allocated')}
            columns={rows}
            rows={data?.rows ?? []}
            keyOf={(row, index) => `${row.account}/${row.productId}/${index}`}
            skeleton={found.isPending ? 5 : 0}
          />
          <Pages page={page} total={data?.total ?? 0} onChange={setPage} />
        </>
      )}
      {edits && <SettingsDrawer onClose={() => setEdits(false)} />}
    </>
  );
}

function SettingsDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const found = useCall(getCloseSettings, {});
  return (
    <PageDrawer open title={t('close.settings')} size={520} onClose={onClose}>
      {isLost(found) && <PageError error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <SettingsForm settings={found.data} onClose={onClose} />}
    </PageDrawer>
  );
}

function SettingsForm({ settings, onClose }: { settings: Settings; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const [secondPerson, setSecondPerson] = useState(settings.secondPerson);
  const [bases, setBases] = useState<Record<string, AllocationBasis>>({});
  const save = useAct(saveCloseSettings, {
    refresh: [getCloseSettings, getMonth, monthAllocations],
    success: t('close.settingsSaved'),
    onDone: onClose,
  });
  const rules = settings.rules.map(({ account, basis }) => ({ account, basis: bases[account] ?? basis }));
  return (
    <>
      <Checkbox checked={secondPerson} onChange={(event) => setSecondPerson(event.target.checked)}>
        {t('close.secondPerson')}
      </Checkbox>
      <h3 className="tw-profit-head">{t('close.tab.allocation')}</h3>
      <div className="tw-close-rules">
        {settings.rules.map(({ account, accountName, basis }) => [
          <span key={account}>{accountName}</span>,
          <Select
            key={`${account}/basis`}
            aria-label={accountName}
            value={bases[account] ?? basis}
            options={ALLOCATION_BASES.map((value) => ({ value, label: t(`close.basis.${value}`) }))}
            onChange={(value) => setBases({ ...bases, [account]: value })}
          />,
        ])}
      </div>
      <Button type="primary" loading={save.isPending} onClick={() => save.mutate({ secondPerson, rules })}>
        {t('close.save')}
      </Button>
    </>
  );
}
