import { rights } from '@tradewind/contract/access/modules.ts';
import { ADJUST_REASONS } from '@tradewind/contract/stock.ts';
import {
  settleWmsDifference,
  WMS_DIFFERENCE_STATES,
  type WmsDifferenceRow,
  wmsConnections,
  wmsDifferenceMay,
  wmsDifferences,
} from '@tradewind/contract/wms.ts';
import { Button, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, None, Quantity } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { PAGE_SIZE, Pages } from './orders-tab.tsx';

/** Stock mismatches. Nothing is overwritten until a person resolves them. */
export function DifferencesTab({ warehouses }: { warehouses: readonly { id: number; name: string }[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay(rights.stock);
  const [warehouseId, setWarehouse] = useState(warehouses[0]?.id ?? 0);
  const [state, setState] = useState<WmsDifferenceRow['state']>('open');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<WmsDifferenceRow>();
  const input = { houseId: warehouseId, state, page, pageSize: PAGE_SIZE };
  const found = useCall(wmsDifferences, input, { enabled: warehouseId > 0, keepPrevious: true });
  const mayAdjust = may(rights.stock.adjust);
  const columns = useColumns(mayAdjust ? setOpen : undefined);
  return (
    <>
      <div className="tw-wms-bar">
        {warehouses.length > 1 && (
          <Select
            aria-label={t('partner.house')}
            value={warehouseId}
            onChange={(id) => {
              setWarehouse(id);
              setPage(1);
            }}
            options={warehouses.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
        <Select
          aria-label={t('partner.differenceStateTitle')}
          value={state}
          onChange={(desired) => {
            setState(desired);
            setPage(1);
          }}
          options={WMS_DIFFERENCE_STATES.map((value) => ({ value, label: t(`partner.differenceState.${value}`) }))}
        />
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('partner.tab.differences')}
          columns={columns}
          rows={found.data?.rows ?? []}
          skeleton={warehouseId > 0 && found.isPending ? 3 : 0}
          empty={<EmptyState title={t(state === 'open' ? 'partner.noDifferences' : 'partner.noDifferencesSo')} />}
        />
      )}
      <Pages total={found.data?.total ?? 0} page={page} onChange={setPage} />
      {open && <Settle row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function useColumns(onSettle: ((row: WmsDifferenceRow) => void) | undefined): Column<WmsDifferenceRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo<Column<WmsDifferenceRow>[]>(
    () => [
      {
        key: 'code',
        title: t('partner.sku'),
        width: 190,
        card: 'title',
        render: (row) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{row.sku || <None />}</span>
            <span className="tw-muted">{row.code}</span>
          </div>
        ),
      },
      col.qty('ours', t('partner.ours'), { width: 80 }),
      {
        key: 'theirs',
        title: t('partner.theirs'),
        width: 100,
        align: 'right',
        render: (row) => (
          <>
            <Quantity value={row.theirs} /> {row.jump && <StatusTag tone="bad">{t('partner.jump')}</StatusTag>}
          </>
        ),
      },
      {
        key: 'explained',
        title: t('partner.explained'),
        width: 230,
        render: (row) => t('partner.explainedText', { shipped: row.shipped, received: row.received }),
      },
      col.qty('rest', t('partner.rest')),
      col.time('at', t('partner.at'), { of: 'seenAt' }),
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 90,
        align: 'right',
        render: (row) =>
          wmsDifferenceMay('settle', row)
            ? onSettle && (
                <Button size="small" onClick={() => onSettle(row)}>
                  {t('partner.settle')}
                </Button>
              )
            : row.remark && t('partner.by', { name: row.settledBy ?? '', remark: row.remark }),
      },
    ],
    [t, onSettle],
  );
}

function Settle({ row, onClose }: { row: WmsDifferenceRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  const bookable = wmsDifferenceMay('book', row);
  return (
    <FormDrawer
      open
      title={t('partner.settleTitle', { code: row.sku || row.code })}
      call={settleWmsDifference}
      verb={t('partner.settleVerb')}
      success={t('partner.settled')}
      refresh={[wmsDifferences, wmsConnections]}
      initial={{ id: row.id, rest: row.rest, how: bookable ? 'book' : 'ignore', reason: 'correction' }}
      onClose={onClose}
      fields={[
        {
          kind: 'select',
          name: 'how',
          label: t('partner.how'),
          options: [
            ...(bookable ? [{ value: 'book', label: t('partner.book', { rest: row.rest }) }] : []),
            { value: 'ignore', label: t('partner.ignore') },
          ],
        },
        {
          kind: 'select',
          name: 'reason',
          label: t('partner.reason'),
          options: ADJUST_REASONS.map((value) => ({ value, label: t(`partner.reasons.${value}`) })),
        },
        { kind: 'text', name: 'remark', label: t('partner.remark') },
      ]}
    >
      {row.entries.length > 0 && (
        <>
          <h3>{t('partner.entries')}</h3>
          <ul>
            {row.entries.map((entry) => (
              <li key={`${entry.at}${entry.delta}${entry.refNo ?? ''}`}>
                <DateTime at={entry.at} /> {t(`partner.entryKind.${entry.kind}`)} <Quantity value={entry.delta} />{' '}
                {entry.refNo}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDrawer>
  );
}
