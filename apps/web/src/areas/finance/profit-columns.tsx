import { PROFIT_FIGURES, type profitList } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, RowOf } from '../../components/list-page.tsx';
import { col } from '../../components/table/col.tsx';
import { useUser } from '../../shell/session.ts';
import { Figure } from './explain.tsx';

type ProfitRow = RowOf<typeof profitList>;
type FigureName = (typeof PROFIT_FIGURES)[number] | 'profit';
/** Not shipped: only the label may be booked. */
const SOLD = new Set(['shipped', 'delivered', 'refunded']);
const WIDTHS: Record<FigureName, number> = {
  goods: 95,
  shipping: 80,
  discount: 72,
  platformFee: 115,
  goodsCost: 86,
  labelCost: 86,
  refund: 70,
  profit: 95,
};

/** An order's figures, each opening its ledger lines; costs and profit for users who may see them. */
export function useProfitColumns(costs: boolean): Column<ProfitRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<ProfitRow>[]>(() => {
    const figure = (name: FigureName): Column<ProfitRow> => ({
      key: name,
      title: t(`figure.${name}`),
      width: WIDTHS[name],
      align: 'right',
      ...(name === 'profit' ? { sort: true, card: 'state' as const } : {}),
      render: (row) => <ProfitFigure row={row} name={name} />,
    });
    const margin: Column<ProfitRow> = col.code('margin', t('margin'), {
      of: (row: ProfitRow) => row.margin && `${row.margin} %`,
      width: 72,
      align: 'right',
    });
    const shown = PROFIT_FIGURES.filter((name) => costs || (name !== 'goodsCost' && name !== 'labelCost'));
    return [
      col.heading('orderNo', t('order'), { width: 170 }),
      col.code('onDay', t('day'), { width: 115 }),
      col.text('shop', t('shop'), { of: 'shopName', width: 125 }),
      ...shown.map(figure),
      ...(costs ? [figure('profit'), margin] : []),
    ];
  }, [t, costs]);
}

function ProfitFigure({ row, name }: { row: ProfitRow; name: FigureName }): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  return (
    <span className="tw-profit-figure">
      {name === 'platformFee' && Number(row.platformFee) !== 0 && row.feeState === 'estimated' && (
        <small className="tw-muted">{t('feeState.estimated')}</small>
      )}
      {name === 'goods' && !SOLD.has(row.status) && Number(row.goods) === 0 ? (
        <span className="tw-muted">{t('notShipped')}</span>
      ) : (
        <Figure
          figure={name}
          amount={row[name]}
          currency={baseCurrency}
          of={row.orderNo}
          input={{ orderId: row.orderId }}
          signed={name === 'profit'}
        />
      )}
    </span>
  );
}
