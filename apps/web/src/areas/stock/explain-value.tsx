import { type CostLayerRow, explainValue } from '@tradewind/contract/stock.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DateTime, Money } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import type { Column } from '../../components/table/columns.ts';
import { useUser } from '../../shell/session.ts';
import { MovementDocument } from './cells.tsx';
import { ExplainFrame, Parts } from './explain-parts.tsx';
import type { Explained } from './explain-stock.tsx';

/** What stock is worth, opened to the cost layers that it is summed from. */
export function ExplainValue({ of, onClose }: { of: Explained; onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  const { baseCurrency } = useUser();
  const { sku, where, ...ask } = of;
  const told = useCall(explainValue, ask);
  return (
    <ExplainFrame
      sku={sku}
      name={t('value')}
      figure={told.data && <Money amount={told.data.value} currency={baseCurrency} />}
      hint={`${where} · ${t('figureHint.value')}`}
      onClose={onClose}
    >
      <h3 className="tw-section">{t('layer.title')}</h3>
      <Parts
        call={explainValue}
        ask={ask}
        rows={({ layers }) => layers}
        keyOf={(row) => row.id}
        columns={useColumns(baseCurrency)}
        label={t('layer.title')}
        none={t('layer.none')}
      />
    </ExplainFrame>
  );
}

function useColumns(currency: string): Column<CostLayerRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      { key: 'at', title: t('layer.receivedAt'), width: 140, render: (row) => <DateTime at={row.receivedAt} /> },
      {
        key: 'document',
        title: t('movement.document'),
        width: 180,
        card: 'title',
        render: (row) => (row.docNumber ? <MovementDocument row={row} /> : t(`docKind.${row.docKind}`)),
      },
      { key: 'warehouse', title: t('warehouse'), width: 120, render: (row) => row.warehouseName },
      {
        key: 'quantity',
        title: t('layer.quantity'),
        width: 80,
        align: 'right',
        render: (row) => formatNumber(row.quantity),
      },
      {
        key: 'remaining',
        title: t('layer.remaining'),
        width: 80,
        align: 'right',
        render: (row) => formatNumber(row.remaining),
      },
      { key: 'unitCost', title: t('adjust.unitCost'), width: 90, align: 'right', render: (row) => row.unitCost },
      {
        key: 'amount',
        title: t('layer.amount'),
        width: 120,
        card: 'state',
        align: 'right',
        render: (row) => <Money amount={row.amount} currency={currency} />,
      },
    ],
    [t, currency],
  );
}
