import {
  dismissSettlementSetAside,
  listSettlementSetAside,
  retrySettlementSetAside,
  SET_ASIDE_SOURCES,
  SET_ASIDE_STATES,
  type SetAsideRow,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { bulkRun, type Column, type DetailTools, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { useRow } from '../../../components/use-row.ts';

/** A job reads them again. */
const EVERY_MS = 30_000;

/** Lines of settlements that could not be read, of platforms and of files. */
export function SetAsideList(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const shops = useShopOptions();
  return (
    <ListPage
      id="finance.settlementSetAside"
      call={listSettlementSetAside}
      columns={useColumns()}
      everyMs={EVERY_MS}
      filters={[
        {
          kind: 'select',
          name: 'state',
          label: t('settle.aside.stateTitle'),
          options: optionsOf(SET_ASIDE_STATES, (state) => t(`settle.aside.state.${state}`)),
        },
        {
          kind: 'select',
          name: 'source',
          label: t('settle.aside.sourceTitle'),
          options: optionsOf(SET_ASIDE_SOURCES, (source) => t(`settle.aside.source.${source}`)),
        },
        { kind: 'multi', name: 'shopIds', label: t('settle.shop'), options: shops },
      ]}
      bulk={[
        {
          key: 'retry',
          label: t('settle.aside.retry'),
          may: may(retrySettlementSetAside),
          fits: (row) => row.state === 'open',
          run: bulkRun(retrySettlementSetAside),
        },
        {
          key: 'dismiss',
          label: t('settle.aside.dismiss'),
          danger: true,
          may: may(dismissSettlementSetAside),
          fits: (row) => row.state === 'open',
          confirm: (count) => t('settle.aside.dismissAsk', { count }),
          run: bulkRun(dismissSettlementSetAside),
        },
      ]}
      empty={{ title: t('settle.aside.none'), hint: t('settle.aside.noneHint') }}
      detail={(id, tools, row) => <SetAsideDrawer id={id} known={row} tools={tools} />}
    />
  );
}

function useColumns(): Column<SetAsideRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<SetAsideRow>[]>(
    () => [
      col.heading('reason', t('settle.aside.reason'), { width: 280 }),
      col.status('state', t('settle.aside.stateTitle'), (row) => <StateTag row={row} />, { width: 100 }),
      col.text('shopName', t('settle.shop'), { width: 130 }),
      col.text('source', t('settle.aside.sourceTitle'), { width: 220, of: (row: SetAsideRow) => sourceOf(t, row) }),
      col.qty('times', t('settle.aside.times'), { width: 110 }),
      col.time('firstAt', t('settle.aside.firstAt')),
      col.time('lastAt', t('settle.aside.lastAt'), { card: 'hide' }),
      col.time('triedAt', t('settle.aside.triedAt'), { card: 'hide' }),
    ],
    [t],
  );
}

type Say = ReturnType<typeof useTranslation<'finance'>>['t'];
const sourceOf = (t: Say, { source, fileName, rowNo }: SetAsideRow): string =>
  source === 'file' ? t('settle.aside.fileRow', { file: fileName, row: rowNo }) : t(`settle.aside.source.${source}`);

function StateTag({ row: { state } }: { row: SetAsideRow }): ReactNode {
  const { t } = useTranslation('finance');
  const tone = state === 'open' ? 'warn' : state === 'read' ? 'good' : 'info';
  return <StatusTag tone={tone}>{t(`settle.aside.state.${state}`)}</StatusTag>;
}

interface DrawerProps {
  id: number;
  known: SetAsideRow | undefined;
  tools: DetailTools;
}

function SetAsideDrawer({ id, known, tools }: DrawerProps): ReactNode {
  const { t } = useTranslation('finance');
  const { row, query } = useRow(listSettlementSetAside, id, known);
  return (
    <DetailDrawer
      {...tools}
      title={row?.reason ?? ''}
      query={query}
      status={row && <StateTag row={row} />}
      subtitle={row && [row.shopName, sourceOf(t, row)].join(' · ')}
    >
      {row && (
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
            <div className="tw-muted">{t('settle.aside.rawHidden')}</div>
          ) : (
            <pre className="tw-settle-raw">
              {typeof row.raw === 'string' ? row.raw : JSON.stringify(row.raw, null, 2)}
            </pre>
          )}
        </>
      )}
    </DetailDrawer>
  );
}
