import { explainPromised, type PromisedRow } from '@tradewind/contract/stock.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { formatNumber } from '../../components/format.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { MovementDocument } from './cells.tsx';
import { ExplainLayout, Parts } from './explain-parts.tsx';
import type { Explained } from './explained.ts';

/** Allocated units of a location, opened to their outbound orders. */
export function ExplainPromised({ of, onClose }: { of: Explained; onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  const { sku, where, ...ask } = of;
  const answered = useCall(explainPromised, ask);
  return (
    <ExplainLayout
      sku={sku}
      name={t('promised')}
      figure={answered.data && formatNumber(answered.data.value)}
      hint={`${where} · ${t('figureHint.promised')}`}
      onClose={onClose}
    >
      <h3 className="tw-section">{t('explain.promisedTo')}</h3>
      <Parts
        call={explainPromised}
        ask={ask}
        rows={({ outbounds }) => outbounds}
        keyOf={(row) => row.id}
        columns={useColumns()}
        label={t('explain.promisedTo')}
        none={t('explain.promisedNone')}
      />
    </ExplainLayout>
  );
}

function useColumns(): Column<PromisedRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      {
        key: 'outbound',
        title: t('docKind.outbound'),
        width: 180,
        card: 'title',
        render: (row) => <MovementDocument row={{ docKind: 'outbound', docId: row.id, docNumber: row.number }} />,
      },
      {
        key: 'order',
        title: t('docKind.sales_order'),
        width: 180,
        render: (row) => (
          <MovementDocument row={{ docKind: 'sales_order', docId: row.orderId, docNumber: row.orderNo }} />
        ),
      },
      { key: 'state', title: t('explain.outboundState'), width: 100, render: (row) => t(`batchAct.${row.state}`) },
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 120 }),
      col.text('locations', t('location'), { width: 140 }),
      {
        key: 'quantity',
        title: t('promised'),
        width: 90,
        card: 'state',
        align: 'right',
        render: (row) => formatNumber(row.quantity),
      },
    ],
    [t],
  );
}
