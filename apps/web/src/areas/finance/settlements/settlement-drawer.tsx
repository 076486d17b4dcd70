import {
  exportSettlementLines,
  getSettlement,
  type LineKind,
  listSettlementLines,
  type SettlementDetail,
  type SettlementLineRow,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { FilterField } from '../../../components/list/filter-field.tsx';
import type { Column, DetailTools, Filter } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { platformName } from '../../../platform-names.ts';
import { useAccounts } from './account-names.ts';
import { AccountOf, useLineColumns } from './line-columns.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { PagedTable } from './paged-table.tsx';

/** A settlement: what it comes to by kind and by account, and its lines. */
export function SettlementDrawer({ id, tools }: { id: number; tools: DetailTools }): ReactNode {
  const { t } = useTranslation('finance');
  const query = useCall(getSettlement, { id });
  const one = query.data;
  const money = (amount: string | null, key: string) =>
    one && <Money key={key} amount={amount} currency={one.currency} />;
  return (
    <DetailDrawer
      {...tools}
      kind="settlement"
      size={1100}
      title={one?.number ?? ''}
      subtitle={one && [one.shopName, platformName(one.platform)].join(' · ')}
      query={query}
    >
      {one && (
        <>
          <Facts
            columns={3}
            items={[
              [t('settle.period'), `${one.fromDay} – ${one.toDay}`],
              [t('settle.sum'), money(one.amount, 'amount')],
              [t('settle.platformTotal'), money(one.total, 'total')],
              [t('settle.depositDay'), one.depositDay],
              [t('settle.paidOut'), money(one.paidOut, 'paid')],
              [t('settle.gap'), money(one.gap, 'gap')],
            ]}
          />
          <Sums one={one} />
          <Lines key={id} one={one} />
        </>
      )}
    </DetailDrawer>
  );
}

type Part = { key: string; what: ReactNode; lines: number; amount: string; share: string | null };

function Sums({ one }: { one: SettlementDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const { nameOf } = useAccounts();
  const kinds = one.byKind.map(({ kind, ...part }) => ({ ...part, key: kind, what: t(`settle.kind.${kind}`) }));
  const accounts = one.byAccount.map(({ account, ...part }) => ({
    ...part,
    key: account ?? '',
    what: <AccountOf account={account} name={nameOf(account)} />,
  }));
  return (
    <div className="tw-settle-sums">
      <SumTable title={t('settle.byKind')} of={t('settle.kindTitle')} rows={kinds} currency={one.currency} />
      <SumTable title={t('settle.byAccount')} of={t('settle.account')} rows={accounts} currency={one.currency} />
    </div>
  );
}

interface SumTableProps {
  title: string;
  of: string;
  rows: readonly Part[];
  currency: string;
}
function SumTable({ title, of, rows, currency }: SumTableProps): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<Part>[]>(
    () => [
      col.own('what', of, (row) => row.what, { width: 150, card: 'title' }),
      col.qty('lines', t('settle.lines'), { width: 70 }),
      col.money('amount', t('settle.amount'), { currency: () => currency, width: 125 }),
      col.code('share', t('settle.share'), {
        of: (row: Part) => row.share && `${row.share} %`,
        width: 95,
        align: 'right',
      }),
    ],
    [t, of, currency],
  );
  return (
    <section>
      <h3>{title}</h3>
      <LineTable cards={false} label={title} columns={columns} rows={rows} keyOf={(row) => row.key} />
    </section>
  );
}

type Values = Partial<Record<'kind' | 'type' | 'text', string>>;
const without = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value));

function Lines({ one }: { one: SettlementDetail }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [values, setValues] = useState<Values>({});
  const [opened, setOpened] = useState<SettlementLineRow>();
  const { kind, ...texts } = values;
  const filter = { settlementId: one.id, ...texts, ...(kind ? { kind: kind as LineKind } : {}) };
  const fields: readonly Filter[] = [
    {
      kind: 'select',
      name: 'kind',
      label: t('settle.kindTitle'),
      options: one.byKind.map((each) => ({ value: each.kind, label: t(`settle.kind.${each.kind}`) })),
    },
    { kind: 'text', name: 'type', label: t('settle.type') },
    { kind: 'text', name: 'text', label: t('settle.orderSearch') },
  ];
  return (
    <section>
      <h3 className="tw-settle-lines">{t('settle.lines')}</h3>
      <div className="tw-settle-filters">
        {fields.map((field) => (
          <FilterField
            key={String(field.name)}
            filter={field}
            values={values}
            onChange={(changed) => setValues(without({ ...values, ...changed }))}
          />
        ))}
        {may(exportSettlementLines) && <ExportButton action={{ call: exportSettlementLines }} filter={filter} />}
      </div>
      <PagedTable
        call={listSettlementLines}
        input={filter}
        label={t('settle.lines')}
        columns={useLineColumns(false)}
        onRow={setOpened}
        empty={t('settle.noLines')}
      />
      {opened && <LineDrawer id={opened.id} known={opened} tools={{ close: () => setOpened(undefined) }} />}
    </section>
  );
}
