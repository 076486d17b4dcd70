import { SET_ASIDE_STATES, type SetAsideRow } from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../components/can.tsx';
import { Facts } from '../../components/facts.tsx';
import { DateTime } from '../../components/figures.tsx';
import { bulkRun, type Column, optionsOf } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { col } from '../../components/table/col.tsx';
import './finance.css';

/** What every list of lines that could not be read shows of one. */
type SetAside = Pick<SetAsideRow, 'id' | 'state' | 'reason' | 'raw' | 'times' | 'firstAt' | 'lastAt' | 'triedAt'>;

export function SetAsideTag({ row: { state } }: { row: Pick<SetAside, 'state'> }): ReactNode {
  const { t } = useTranslation('finance');
  const tone = state === 'open' ? 'warn' : state === 'read' ? 'good' : 'info';
  return <StatusTag tone={tone}>{t(`settle.aside.state.${state}`)}</StatusTag>;
}

/** `own`: where a line comes from. */
export function useSetAsideColumns<R extends SetAside>(own: readonly Column<R>[]): Column<R>[] {
  const { t } = useTranslation('finance');
  return useMemo(
    (): Column<R>[] => [
      col.heading<SetAside>('reason', t('settle.aside.reason'), { width: 280 }),
      col.status<SetAside>('state', t('settle.aside.stateTitle'), (row) => <SetAsideTag row={row} />, { width: 100 }),
      ...own,
      col.qty<SetAside>('times', t('settle.aside.times'), { width: 110 }),
      col.time<SetAside>('firstAt', t('settle.aside.firstAt')),
      col.time<SetAside>('lastAt', t('settle.aside.lastAt'), { card: 'hide' }),
      col.time<SetAside>('triedAt', t('settle.aside.triedAt'), { card: 'hide' }),
    ],
    [t, own],
  );
}

export function useSetAsideFilter(): {
  kind: 'select';
  name: 'state';
  label: string;
  options: ReturnType<typeof optionsOf>;
} {
  const { t } = useTranslation('finance');
  return {
    kind: 'select',
    name: 'state',
    label: t('settle.aside.stateTitle'),
    options: optionsOf(SET_ASIDE_STATES, (state) => t(`settle.aside.state.${state}`)),
  };
}

type BulkCall = Parameters<typeof bulkRun>[0];
export function useSetAsideActs(retry: BulkCall, dismiss: BulkCall) {
  const { t } = useTranslation('finance');
  const may = useMay();
  const fits = (row: Pick<SetAside, 'state'>) => row.state === 'open';
  return [
    { key: 'retry', label: t('settle.aside.retry'), may: may(retry), fits, run: bulkRun(retry) },
    {
      ...{ key: 'dismiss', label: t('settle.aside.dismiss'), danger: true, may: may(dismiss), fits },
      confirm: (count: number) => t('settle.aside.dismissAsk', { count }),
      run: bulkRun(dismiss),
    },
  ];
}

/** How often it came, and what it says. `hidden`: why nothing is shown of it. */
export function SetAsideDetail({ row, hidden }: { row: SetAside; hidden: string }): ReactNode {
  const { t } = useTranslation('finance');
  return (
    <>
      <Facts
        columns={3}
        items={[
          [t('settle.aside.times'), row.times],
          [t('settle.aside.firstAt'), <DateTime key="first" at={row.firstAt} />],
          [t('settle.aside.lastAt'), <DateTime key="last" at={row.lastAt} />],
        ]}
      />
      <h3 className="tw-profit-head">{t('settle.aside.raw')}</h3>
      {row.raw === null ? (
        <div className="tw-muted">{hidden}</div>
      ) : (
        <pre className="tw-finance-raw">{typeof row.raw === 'string' ? row.raw : JSON.stringify(row.raw, null, 2)}</pre>
      )}
    </>
  );
}
