import { rights } from '@tradewind/contract/access/modules.ts';
import { STOCK_WARNINGS } from '@tradewind/contract/stock/warnings.ts';
import {
  exportStockWarnings,
  listStockWarnings,
  type StockWarningRow,
  stockWarningTabs,
} from '@tradewind/contract/stock-views.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { formatNumber } from '../../../components/format.ts';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { WarningDaysForm } from '../warning-days-form.tsx';
import { useWarehouseFilter } from './stock-filters.ts';
import type { StockDoors } from './view.ts';

const TONES: Record<string, Tone> = { expired: 'bad', negative: 'bad', belowSafety: 'warn', expiring: 'warn' };

/** Current stock warnings. */
export function WarningView({ doors, actions }: { doors: StockDoors; actions: ReactNode }): ReactNode {
  const { t } = useTranslation('stock');
  const may = useMay();
  const tabs = useCall(stockWarningTabs, {});
  return (
    <ListPage
      id="warehouse.stock.warning"
      call={listStockWarnings}
      columns={useColumns()}
      tabs={tabsOf('kind', STOCK_WARNINGS, (kind) => t(`warn.kind.${kind}`), {
        all: t('all'),
        counts: tabs.data?.counts,
        urgent: ['expired', 'negative'],
      })}
      filters={[{ kind: 'text', name: 'text', label: t('search') }, useWarehouseFilter()]}
      actions={
        <>
          {may(rights.stock.adjust) && tabs.data && (
            <OpenButton label={t('warn.days')}>
              {(close) => <WarningDaysForm days={tabs.data} onClose={close} />}
            </OpenButton>
          )}
          {actions}
        </>
      }
      exports={may(exportStockWarnings) && { call: exportStockWarnings }}
      onOpen={doors.product}
      empty={{ title: t('warn.empty'), hint: t('warn.emptyHint') }}
    />
  );
}

function useColumns(): Column<StockWarningRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      col.product('sku', t('sku'), { width: 240, frozen: true, always: true }),
      col.status(
        'kind',
        t('warn.kindTitle'),
        (row) => <StatusTag tone={TONES[row.kind] ?? 'info'}>{t(`warn.kind.${row.kind}`)}</StatusTag>,
        { width: 150 },
      ),
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 150 }),
      col.own('about', t('warn.about'), (row) => <About row={row} />, { width: 320 }),
      col.text('batch', t('batch'), { of: 'batchCode', width: 130 }),
      col.time('since', t('warn.since')),
    ],
    [t],
  );
}

/** The text of each kind of warning, filled with the row's numbers. */
const ABOUT: Record<string, string> = {
  belowSafety: 'safety',
  overAged: 'aged',
  expiring: 'expiring',
  expired: 'expired',
  disabledLocation: 'disabled',
  negative: 'negative',
};

function About({ row }: { row: StockWarningRow }): ReactNode {
  const { t } = useTranslation('stock');
  return t(`warn.${ABOUT[row.kind] ?? 'negative'}`, {
    quantity: formatNumber(row.quantity),
    mark: formatNumber(row.mark ?? 0),
    day: row.day ?? '',
    place: row.locationCode ?? '',
  });
}
