import type { InputOf } from '@tradewind/contract/call.ts';
import { type Figures, PROFIT_FIGURES, profitSums } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { Figure } from './explain.tsx';

type Filter = InputOf<typeof profitSums>;
const GROUPS = ['all', 'settled', 'estimated'] as const;

/** What the filter matches, added up: all, and apart what is settled and what is only estimated. */
export function Sums({ filter }: { filter: Filter }): ReactNode {
  const { t } = useTranslation('finance');
  const sums = useCall(profitSums, filter, { keepPrevious: true });
  const data = sums.data;
  if (!data) return <div className="tw-sums" aria-busy="true" />;
  const groups = filter.feeState ? (['all'] as const) : GROUPS;
  const shown = [...PROFIT_FIGURES, 'profit' as const].filter((figure) => data.all[figure] !== null);
  return (
    <div className="tw-sums">
      <table>
        <thead>
          <tr>
            <th>{data.currency}</th>
            {shown.map((figure) => (
              <th key={figure}>{t(`figure.${figure}`)}</th>
            ))}
            {data.all.margin !== null && <th>{t('margin')}</th>}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group} data-group={group}>
              <th scope="row">
                {t(`sums.${group}`)} <small className="tw-muted">{t('orders', { count: data[group].orders })}</small>
              </th>
              {shown.map((figure) => (
                <td key={figure}>
                  <Figure
                    figure={figure}
                    amount={data[group][figure]}
                    currency={data.currency}
                    of={t('allOfFilter')}
                    input={group === 'all' ? filter : { ...filter, feeState: group }}
                    signed={figure === 'profit'}
                  />
                </td>
              ))}
              {data.all.margin !== null && <td>{marginOf(data[group])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const marginOf = (figures: Figures) => (figures.margin === null ? '–' : `${figures.margin} %`);
