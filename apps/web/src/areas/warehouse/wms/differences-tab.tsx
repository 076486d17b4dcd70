import { ADJUST_REASONS } from '@tradewind/contract/stock.ts';
import {
  settleWmsDifference,
  WMS_DIFFERENCE_STATES,
  type WmsDifferenceRow,
  wmsConnections,
  wmsDifferences,
} from '@tradewind/contract/wms.ts';
import { Button, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useButtons } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime, None, Quantity } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { PAGE_SIZE, Pages } from './orders-tab.tsx';

const STOCK = 501;

/** Where their count is not ours; nothing is overwritten until a person says so. */
export function DifferencesTab({ houses }: { houses: readonly { id: number; name: string }[] }): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useButtons(STOCK);
  const [houseId, setHouse] = useState(houses[0]?.id ?? 0);
  const [state, setState] = useState<WmsDifferenceRow['state']>('open');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<WmsDifferenceRow>();
  const input = { houseId, state, page, pageSize: PAGE_SIZE };
  const found = useCall(wmsDifferences, input, { enabled: houseId > 0, keepPrevious: true });
  const mayAdjust = may('adjust');
  const columns = useColumns(mayAdjust ? setOpen : undefined);
  return (
    <>
      <div className="tw-wms-bar">
        {houses.length > 1 && (
          <Select
            aria-label={t('partner.house')}
            value={houseId}
            onChange={(id) => {
              setHouse(id);
              setPage(1);
            }}
            options={houses.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
        <Select
          aria-label={t('partner.differenceStateTitle')}
          value={state}
          onChange={(wanted) => {
            setState(wanted);
            setPage(1);
          }}
          options={WMS_DIFFERENCE_STATES.map((value) => ({ value, label: t(`partner.differenceState.${value}`) }))}
        />
      </div>
      {found.isError ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <PlainTable
          cards
          label={t('partner.tab.differences')}
          columns={columns}
          rows={found.data?.rows ?? []}
          keyOf={(row) => row.id}
          skeleton={houseId > 0 && found.isPending ? 3 : 0}
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
      {
        key: 'ours',
        title: t('partner.ours'),
        width: 80,
        align: 'right',
        render: (row) => <Quantity value={row.ours} />,
      },
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
      {
        key: 'rest',
        title: t('partner.rest'),
        width: 90,
        align: 'right',
        render: (row) => <Quantity value={row.rest} />,
      },
      { key: 'at', title: t('partner.at'), width: 150, render: (row) => <DateTime at={row.seenAt} /> },
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 90,
        align: 'right',
        render: (row) =>
          row.state === 'open'
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
  const bookable = row.rest !== 0 && row.productId !== null;
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
          required: true,
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
        { kind: 'text', name: 'remark', label: t('partner.remark'), required: true, max: 200 },
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
