import type { ResultOf } from '@tradewind/contract/call.ts';
import { monthBalances, monthEntries } from '@tradewind/contract/finance/closing.ts';
import { Pagination, Tabs } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { formatMoney } from '../../../components/format.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { LedgerLines } from '../lines.tsx';

const PAGE = 50;

export interface Opened {
  account: string;
  name: string;
  of: 'movement' | 'closing' | 'since';
  /** With `since`: after this one. */
  version: number | null;
}
interface AccountDrawerProps {
  month: string;
  opened: Opened;
  currency: string;
  onClose: () => void;
}

/** What stands behind a figure: its lines, and its parts by party. */
export function AccountDrawer({ month, opened, currency, onClose }: AccountDrawerProps): ReactNode {
  const { t } = useTranslation('finance');
  const words = { movement: 'close.ofMonth', closing: 'close.ofAll', since: 'close.ofSince' } as const;
  return (
    <PageDrawer open title={`${opened.name} · ${month}`} size={920} onClose={onClose}>
      <Tabs
        size="small"
        destroyOnHidden
        items={[
          {
            key: 'lines',
            label: t(words[opened.of], { version: opened.version ?? 1 }),
            children: <Lines month={month} opened={opened} currency={currency} />,
          },
          {
            key: 'parties',
            label: t('close.parties'),
            children: <Parties month={month} account={opened.account} currency={currency} />,
          },
        ]}
      />
    </PageDrawer>
  );
}

function Lines({ month, opened, currency }: Omit<AccountDrawerProps, 'onClose'>): ReactNode {
  const { t } = useTranslation('finance');
  const [page, setPage] = useState(1);
  const { account, of, version } = opened;
  const found = useCall(
    monthEntries,
    { month, account, of, page, pageSize: PAGE, ...(of === 'since' && version !== null ? { version } : {}) },
    { keepPrevious: true },
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <div className="tw-explain-sum">
        <span className="tw-explain-figure">
          {formatMoney(found.data?.sum ?? '0', currency)} <small>{currency}</small>
        </span>
      </div>
      <LedgerLines
        label={t('entries')}
        lines={found.data?.rows ?? []}
        currency={currency}
        loading={found.isPending}
        orders
      />
      <Pages page={page} total={found.data?.total ?? 0} onChange={setPage} />
    </>
  );
}

export function Pages({ page, total, onChange }: { page: number; total: number; onChange: (page: number) => void }) {
  if (total <= PAGE) return null;
  return (
    <Pagination
      size="small"
      current={page}
      pageSize={PAGE}
      total={total}
      showSizeChanger={false}
      onChange={onChange}
      style={{ marginTop: 12 }}
    />
  );
}

type Balance = ResultOf<typeof monthBalances>['rows'][number];

function Parties({ month, account, currency }: { month: string; account: string; currency: string }): ReactNode {
  const { t } = useTranslation('finance');
  const [page, setPage] = useState(1);
  const found = useCall(monthBalances, { month, account, page, pageSize: PAGE }, { keepPrevious: true });
  const columns = useMemo<Column<Balance>[]>(
    () => [
      col.text('party', t('close.party'), { width: 180, card: 'title' }),
      col.text('shop', t('shop'), { width: 140 }),
      col.money('movement', t('close.movement'), { currency: 'currency' }),
      col.money('closing', t('close.closing'), { currency: 'currency' }),
      col.money('closingBase', t('base', { currency }), { currency: () => currency }),
    ],
    [t, currency],
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      <LineTable
        label={t('close.parties')}
        columns={columns}
        rows={found.data?.rows ?? []}
        keyOf={(row, index) => `${row.partyKind}/${row.partyId}/${index}`}
        skeleton={found.isPending ? 5 : 0}
      />
      <Pages page={page} total={found.data?.total ?? 0} onChange={setPage} />
    </>
  );
}
