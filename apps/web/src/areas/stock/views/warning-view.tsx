import {
  exportStockWarnings,
  listStockWarnings,
  STOCK_WARNINGS,
  type StockWarningRow,
  saveStockWarningDays,
  stockWarningTabs,
} from '@tradewind/contract/stock-views.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { formatNumber } from '../../../components/format.ts';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { ProductCell } from '../cells.tsx';
import { useHouseFilter } from './product-view.tsx';
import type { StockDoors } from './view.ts';

const TONES: Record<string, Tone> = { expired: 'bad', negative: 'bad', belowSafety: 'warn', expiring: 'warn' };

/** What is wrong with stock now. */
export function WarningView({ doors, actions }: { doors: StockDoors; actions: ReactNode }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useButtons();
  const [days, setDays] = useState(false);
  const tabs = useCall(stockWarningTabs, {});
  const { counts, expiringDays, agedDays } = tabs.data ?? { counts: {} };
  return (
    <>
      <ListPage
        id="warehouse.stock.warning"
        call={listStockWarnings}
        columns={useColumns()}
        tabs={{
          param: 'kind',
          items: [
            { value: '', label: t('all') },
            ...STOCK_WARNINGS.map((kind) => ({
              value: kind,
              label: t(`warn.kind.${kind}`),
              count: (counts as Record<string, number>)[kind],
              urgent: TONES[kind] === 'bad',
            })),
          ],
        }}
        filters={[{ kind: 'text', name: 'text', label: t('search') }, useHouseFilter()]}
        actions={
          <>
            {may('adjust') && <Button onClick={() => setDays(true)}>{t('warn.days')}</Button>}
            {actions}
          </>
        }
        {...(may('export') ? { exports: { call: exportStockWarnings, toInput: (filter) => ({ filter }) } } : {})}
        onOpen={doors.product}
        empty={{ title: t('warn.empty'), hint: t('warn.emptyHint') }}
      />
      {days && (
        <FormDrawer
          open
          title={t('warn.days')}
          call={saveStockWarningDays}
          initial={{ expiringDays, agedDays }}
          fields={[
            { kind: 'number', name: 'expiringDays', label: t('warn.expiringDays'), required: true, min: 1, max: 3650 },
            { kind: 'number', name: 'agedDays', label: t('warn.agedDays'), required: true, min: 1, max: 3650 },
          ]}
          verb={t('warn.verb')}
          success={t('warn.saved')}
          refresh={[stockWarningTabs, listStockWarnings]}
          onClose={() => setDays(false)}
        />
      )}
    </>
  );
}

/** Which words tell of a kind; its numbers are the row's. */
const ABOUT: Record<string, string> = {
  belowSafety: 'safety',
  overAged: 'aged',
  expiring: 'expiring',
  expired: 'expired',
  disabledLocation: 'disabled',
  negative: 'negative',
};

function useColumns(): Column<StockWarningRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      {
        key: 'sku',
        title: t('sku'),
        width: 240,
        frozen: true,
        always: true,
        card: 'title',
        render: (row) => <ProductCell row={row} />,
      },
      {
        key: 'kind',
        title: t('warn.kindTitle'),
        width: 150,
        card: 'state',
        render: (row) => <StatusTag tone={TONES[row.kind] ?? 'info'}>{t(`warn.kind.${row.kind}`)}</StatusTag>,
      },
      { key: 'warehouse', title: t('warehouse'), width: 150, render: (row) => row.warehouseName },
      {
        key: 'about',
        title: t('warn.about'),
        width: 320,
        render: (row) =>
          t(`warn.${ABOUT[row.kind] ?? 'negative'}`, {
            quantity: formatNumber(row.quantity),
            mark: formatNumber(row.mark ?? 0),
            day: row.day ?? '',
            place: row.locationCode ?? '',
          }),
      },
      { key: 'batch', title: t('batch'), width: 130, render: (row) => row.batchCode ?? '' },
      { key: 'since', title: t('warn.since'), width: 150, render: (row) => <DateTime at={row.since} /> },
    ],
    [t],
  );
}
