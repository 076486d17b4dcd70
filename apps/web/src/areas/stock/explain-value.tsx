import { type CostLayerRow, explainValue } from '@tradewind/contract/stock.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { Money } from '../../components/figures.tsx';
import { formatNumber } from '../../components/format.ts';
import { col } from '../../components/table/col.tsx';
import type { Column } from '../../components/table/columns.ts';
import { useUser } from '../../shell/session.ts';
import { MovementDocument } from './cells.tsx';
import { ExplainLayout, Parts } from './explain-parts.tsx';
import type { Explained } from './explained.ts';

/** Stock value, opened to its cost layers. */
export function ExplainValue({ of, onClose }: { of: Explained; onClose: () => void }): ReactNode {
  const { t } = useTranslation('stock');
  const { baseCurrency } = useUser();
  const { sku, where, ...ask } = of;
  const answered = useCall(explainValue, ask);
  return (
    <ExplainLayout
      sku={sku}
      name={t('value')}
      figure={answered.data && <Money amount={answered.data.value} currency={baseCurrency} />}
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
    </ExplainLayout>
  );
}

function useColumns(currency: string): Column<CostLayerRow>[] {
  const { t } = useTranslation('stock');
  return useMemo(
    () => [
      col.time('at', t('layer.receivedAt'), { of: 'receivedAt', width: 140 }),
      {
        key: 'document',
        title: t('movement.document'),
        width: 180,
        card: 'title',
        render: (row) => (row.docNumber ? <MovementDocument row={row} /> : t(`docKind.${row.docKind}`)),
      },
      col.text('warehouse', t('warehouse'), { of: 'warehouseName', width: 120 }),
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
      col.text('unitCost', t('adjust.unitCost'), { width: 90, align: 'right' }),
      col.money('amount', t('layer.amount'), { currency: () => currency, width: 120, card: 'state' }),
    ],
    [t, currency],
  );
}
