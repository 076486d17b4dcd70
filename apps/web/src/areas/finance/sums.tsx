import type { InputOf } from '@tradewind/contract/call.ts';
import { type Figures, PROFIT_FIGURES, profitSums } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { Figure } from './explain.tsx';

type Filter = InputOf<typeof profitSums>;
export const FEE_STATES = ['estimated', 'settled'] as const;
const GROUPS = ['all', 'settled', 'estimated'] as const;

/** Totals of the filter: all, settled and estimated. */
function Sums({ filter }: { filter: Filter }): ReactNode {
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

/** Reads the list's filter from the URL. */
export function SumsOfFilter(): ReactNode {
  const [params] = useSearchParams();
  const text = (name: string) => {
    const value = params.get(name);
    return value ? { [name]: value } : {};
  };
  const feeState = FEE_STATES.find((state) => state === params.get('feeState'));
  return (
    <Sums
      filter={{
        ...text('text'),
        ...text('from'),
        ...text('to'),
        ...text('shopIds'),
        ...text('platform'),
        ...(feeState ? { feeState } : {}),
      }}
    />
  );
}

const marginOf = (figures: Figures) => (figures.margin === null ? '–' : `${figures.margin} %`);
