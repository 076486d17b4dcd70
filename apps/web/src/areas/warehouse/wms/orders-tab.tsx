import {
  cancelWmsOrder,
  retryWmsOrders,
  type WmsOrderRow,
  type WmsOrderState,
  wmsConnections,
  wmsOrderMay,
  wmsOrders,
} from '@tradewind/contract/wms.ts';
import { Button, Checkbox, Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { None } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

const TONES: Record<WmsOrderState, Tone> = {
  waiting: 'muted',
  sending: 'info',
  sent: 'info',
  done: 'good',
  cancelled: 'muted',
  exception: 'bad',
  parked: 'bad',
};
export const PAGE_SIZE = 30;

/** Documents sent to the provider, their status there, and exceptions for a person to resolve. */
export function OrdersTab({ of, mayEdit }: { of: { id: number } | { houseId: number }; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [page, setPage] = useState(1);
  const [troubled, setTroubled] = useState(false);
  const input = { ...of, page, pageSize: PAGE_SIZE, ...(troubled ? { troubled } : {}) };
  const found = useCall(wmsOrders, input, { keepPrevious: true });
  const columns = useColumns(mayEdit);
  return (
    <>
      <div className="tw-wms-bar">
        <Checkbox
          checked={troubled}
          onChange={(event) => {
            setTroubled(event.target.checked);
            setPage(1);
          }}
        >
          {t('partner.onlyTroubled')}
        </Checkbox>
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('partner.tab.orders')}
          columns={columns}
          rows={found.data?.rows ?? []}
          skeleton={found.isPending ? 3 : 0}
          empty={<EmptyState title={t('partner.noOrders')} hint={t('partner.noOrdersHint')} />}
        />
      )}
      <Pages total={found.data?.total ?? 0} page={page} onChange={setPage} />
    </>
  );
}

export function Pages({
  total,
  page,
  onChange,
}: {
  total: number;
  page: number;
  onChange: (page: number) => void;
}): ReactNode {
  if (total <= PAGE_SIZE) return null;
  return (
    <Pagination
      size="small"
      align="end"
      showSizeChanger={false}
      total={total}
      pageSize={PAGE_SIZE}
      current={page}
      onChange={onChange}
    />
  );
}

/** The provider's progress, in the provider's own word if it maps to none of ours. */
function There({ row }: { row: WmsOrderRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  if (row.cancelState) return t(`partner.cancelState.${row.cancelState}`);
  if (!row.status) return row.rawStatus;
  return t(row.kind === 'inbound' ? `inbound.provider.status.${row.status}` : `partner.outboundStatus.${row.status}`);
}

function useColumns(mayEdit: boolean): Column<WmsOrderRow>[] {
  const { t } = useTranslation('warehouse');
  return useMemo<Column<WmsOrderRow>[]>(
    () => [
      {
        key: 'number',
        title: t('partner.number'),
        width: 170,
        card: 'title',
        render: (row) => (
          <div className="tw-two-lines">
            <span className="tw-figure">{row.clientNo}</span>
            <span className="tw-muted">{row.orderNo || t(`partner.kind.${row.kind}`)}</span>
          </div>
        ),
      },
      col.status(
        'state',
        t('partner.state'),
        (row) => (
          <div className="tw-two-lines">
            <StatusTag tone={TONES[row.state]}>{t(`partner.orderState.${row.state}`)}</StatusTag>
            <span className="tw-muted" title={row.rawStatus ?? undefined}>
              <There row={row} />
            </span>
          </div>
        ),
        { width: 150 },
      ),
      col.text('providerNo', t('partner.providerNo'), { width: 110 }),
      {
        key: 'tracking',
        title: t('partner.tracking'),
        width: 150,
        render: (row) => row.packages.map((one) => one.trackingNumber).join(', ') || <None />,
      },
      col.text('error', t('partner.error'), { width: 220 }),
      {
        key: 'actions',
        title: '',
        card: 'line',
        width: 120,
        align: 'right',
        render: (row) => mayEdit && <Actions row={row} />,
      },
    ],
    [t, mayEdit],
  );
}

function Actions({ row }: { row: WmsOrderRow }): ReactNode {
  const { t } = useTranslation('warehouse');
  const lists = [wmsOrders, wmsConnections];
  const retry = useAct(retryWmsOrders, {
    refresh: lists,
    onDone: ({ done }) => toast.success(t('partner.retried', { done })),
  });
  const cancel = useAct(cancelWmsOrder, { refresh: lists, success: t('partner.cancelAsked') });
  if (wmsOrderMay('retry', row))
    return (
      <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ ids: [row.id] })}>
        {t('partner.retry')}
      </Button>
    );
  if (!wmsOrderMay('cancel', row)) return null;
  return (
    <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ id: row.id })}>
      {t('partner.cancelThere')}
    </Button>
  );
}
