import { rights } from '@tradewind/contract/access/modules.ts';
import {
  AGEING_PARTIES,
  AGES,
  type AgeingFilter,
  type AgeingRow,
  exportAgeing,
  listAgeing,
  listPayableBills,
  type PayableBill,
} from '@tradewind/contract/finance.ts';
import { Button, Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { currencyOptions } from '../../../components/currencies.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/figures.tsx';
import { type Column, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { useModulePaths } from '../../../components/module-paths.ts';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { bareMoney } from '../bare-money.tsx';
import { BalanceDrawer } from './balance-drawer.tsx';

const PAGE_SIZE = 50;

/** What is owed by days past due; suppliers open into their bills, the others into their lines. */
export function AgeingPanel({ side }: { side: AgeingFilter['side'] }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [opened, setOpened] = useState<AgeingRow>();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage
        id={`finance.ageing.${side}`}
        call={listAgeing}
        fixed={{ side }}
        columns={useColumns()}
        keyOf={(row) => row.key}
        filters={[
          ...(side === 'payable'
            ? [
                {
                  kind: 'select' as const,
                  name: 'party' as const,
                  label: t('balances.kind'),
                  options: optionsOf(
                    AGEING_PARTIES.filter((party) => party !== 'wholesale_customer'),
                    (party) => t(`balances.party.${party}`),
                  ),
                },
              ]
            : []),
          { kind: 'select', name: 'currency', label: t('balances.currency'), options: currencyOptions() },
        ]}
        exports={may(exportAgeing) && { call: exportAgeing, more: { side } }}
        summary={<Sums side={side} />}
        empty={{ title: t('balances.noAges'), hint: t('balances.noAgesHint') }}
        onOpen={setOpened}
      />
      {opened?.party === 'supplier' && <BillsDrawer of={opened} onClose={close} />}
      {opened && opened.party !== 'supplier' && <BalanceDrawer of={opened} close={close} />}
    </>
  );
}

/** Totals by currency over all pages. */
function Sums({ side }: { side: AgeingFilter['side'] }): ReactNode {
  const { t } = useTranslation('finance');
  const sums = useCall(listAgeing, { side, page: 1, pageSize: 1 }).data?.sums ?? [];
  return (
    <div className="tw-ageing-sums">
      {sums.map((row) => (
        <span key={row.currency}>
          <span className="tw-muted">{t('balances.total')}</span>{' '}
          <b>
            <Money amount={row.total} currency={row.currency} />
          </b>
        </span>
      ))}
      <span className="tw-muted">{t('balances.fifo')}</span>
    </div>
  );
}

function useColumns(): Column<AgeingRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<AgeingRow>[]>(
    () => [
      col.ownHeading('name', t('balances.name'), (row) => row.name || t(`balances.party.${row.party}`), { width: 190 }),
      col.text('party', t('balances.kind'), { of: (row: AgeingRow) => t(`balances.party.${row.party}`), width: 120 }),
      col.code('currency', t('balances.currency'), { width: 70 }),
      ...AGES.map((age) => bareMoney<AgeingRow>(age, t(`balances.ages.${age}`), (row) => [row[age], row.currency])),
      bareMoney('total', t('balances.total'), (row) => [row.total, row.currency], { card: 'state' }),
      bareMoney('against', t('balances.against'), (row) => [row.against, row.currency], { width: 120 }),
      col.code('nextDue', t('balances.nextDue'), { width: 105 }),
    ],
    [t],
  );
}

function BillsDrawer({ of, onClose }: { of: AgeingRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const navigate = useNavigate();
  const path = useModulePaths().get(rights.purchaseOrder.id);
  const [page, setPage] = useState(1);
  const input = { supplierId: of.partyId, currency: of.currency, page, pageSize: PAGE_SIZE };
  const bills = useCall(listPayableBills, input, { keepPrevious: true });
  const columns = useMemo<Column<PayableBill>[]>(() => {
    const money = (key: 'amount' | 'requested' | 'paid' | 'left') =>
      col.money<PayableBill>(key, t(`balances.${key}`), { currency: 'currency', width: 110 });
    return [
      col.heading('reference', t('balances.bill'), { width: 150 }),
      col.own('order', t('balances.order'), (row) =>
        path ? <Link to={`${path}?open=${row.orderId}`}>{row.orderNumber}</Link> : row.orderNumber,
      ),
      col.code('billedOn', t('balances.billedOn'), { width: 105 }),
      col.code('dueOn', t('balances.dueOn'), { width: 105 }),
      col.status('overdue', '', (row) =>
        row.daysOverdue > 0 ? (
          <StatusTag tone="bad">{t('balances.overdue', { count: row.daysOverdue })}</StatusTag>
        ) : null,
      ),
      money('amount'),
      money('requested'),
      money('paid'),
      money('left'),
    ];
  }, [t, path]);
  return (
    <PageDrawer
      open
      size={1040}
      title={t('balances.billsOf', { name: of.name })}
      extra={
        path && (
          <Button
            type="primary"
            onClick={() => void navigate(`${path}?view=dues&supplierId=${of.partyId}&currency=${of.currency}`)}
          >
            {t('balances.pay')}
          </Button>
        )
      }
      onClose={onClose}
    >
      <LineTable
        label={t('balances.billsOf', { name: of.name })}
        columns={columns}
        rows={bills.data?.rows ?? []}
        skeleton={bills.isPending ? 5 : 0}
        empty={<EmptyState title={t('balances.noBills')} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={bills.data?.total ?? 0}
        onChange={setPage}
      />
    </PageDrawer>
  );
}
