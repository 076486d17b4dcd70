import type { StockFigure } from '@tradewind/contract/stock.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../components/figures.tsx';
import type { Column } from '../../components/list-page.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';
import { useUser } from '../../shell/session.ts';
import { Age, FigureButton, FigureIfAny, Opens } from './cells.tsx';
import type { OpenedFigure } from './explained.ts';

export const ASIDE = ['damaged', 'returned', 'checking', 'held'] as const;
type Aside = (typeof ASIDE)[number];

export type Figures = Record<StockFigure | Aside, number> & { oldestAt: string | null; value: string | null };

/**
 * Columns of every stock total: quantities that open their movements, age, and value that opens its cost layers. `open`
 * is read again when `of` changes.
 */
export function useFigureColumns<R extends Figures>(
  open: (row: R, figure: OpenedFigure, aside?: Aside) => void,
  of = '',
): Column<R>[] {
  const { t } = useTranslation('stock');
  const user = useUser();
  const seesCost = useSeesCosts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens a figure is the same act however often it is made
  return useMemo(() => {
    const figure = (name: StockFigure, sort: boolean): Column<R> => ({
      key: name,
      title: t(`figure.${name}`),
      width: 96,
      align: 'right',
      sort,
      render: (row) => (
        <FigureButton value={row[name]} hint={t(`figureHint.${name}`)} onClick={() => open(row, name)} />
      ),
    });
    const aside = (name: Aside): Column<R> => ({
      key: name,
      title: t(`aside.${name}`),
      width: 84,
      align: 'right',
      card: 'hide',
      hidden: name === 'returned',
      render: (row) => <FigureIfAny value={row[name]} onClick={() => open(row, 'onHand', name)} />,
    });
    const value: Column<R> = {
      key: 'value',
      title: t('value'),
      width: 130,
      align: 'right',
      sort: true,
      render: (row) => {
        const money = <Money amount={row.value} currency={user.baseCurrency} />;
        if (Number(row.value) === 0) return money;
        return (
          <Opens hint={t('figureHint.value')} onClick={() => open(row, 'value')}>
            {money}
          </Opens>
        );
      },
    };
    return [
      figure('onHand', true),
      figure('reserved', false),
      figure('available', true),
      figure('incoming', false),
      ...ASIDE.map(aside),
      {
        key: 'age',
        title: t('age'),
        width: 84,
        align: 'right',
        sort: true,
        render: (row) => <Age since={row.oldestAt} />,
      },
      ...(seesCost ? [value] : []),
    ];
  }, [t, seesCost, user.baseCurrency, of]);
}
