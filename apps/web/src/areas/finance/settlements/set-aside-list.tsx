import {
  dismissSettlementSetAside,
  listSettlementSetAside,
  retrySettlementSetAside,
  SET_ASIDE_SOURCES,
  type SetAsideRow,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { type Column, type DetailTools, ListPage, optionsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { useRow } from '../../../components/use-row.ts';
import { SetAsideDetail, SetAsideTag, useSetAsideActs, useSetAsideColumns, useSetAsideFilter } from '../set-aside.tsx';

/** A job reads them again. */
const EVERY_MS = 30_000;

/** Lines of settlements that could not be read, of platforms and of files. */
export function SetAsideList(): ReactNode {
  const { t } = useTranslation('finance');
  const shops = useShopOptions();
  return (
    <ListPage
      id="finance.settlementSetAside"
      call={listSettlementSetAside}
      columns={useColumns()}
      everyMs={EVERY_MS}
      filters={[
        useSetAsideFilter(),
        {
          kind: 'select',
          name: 'source',
          label: t('settle.aside.sourceTitle'),
          options: optionsOf(SET_ASIDE_SOURCES, (source) => t(`settle.aside.source.${source}`)),
        },
        { kind: 'multi', name: 'shopIds', label: t('settle.shop'), options: shops },
      ]}
      bulk={useSetAsideActs(retrySettlementSetAside, dismissSettlementSetAside)}
      empty={{ title: t('settle.aside.none'), hint: t('settle.aside.noneHint') }}
      detail={(id, tools, row) => <SetAsideDrawer id={id} known={row} tools={tools} />}
    />
  );
}

function useColumns(): Column<SetAsideRow>[] {
  const { t } = useTranslation('finance');
  const own = useMemo<Column<SetAsideRow>[]>(
    () => [
      col.text('shopName', t('settle.shop'), { width: 130 }),
      col.text('source', t('settle.aside.sourceTitle'), { width: 220, of: (row: SetAsideRow) => sourceOf(t, row) }),
    ],
    [t],
  );
  return useSetAsideColumns(own);
}

type Say = ReturnType<typeof useTranslation<'finance'>>['t'];
const sourceOf = (t: Say, { source, fileName, rowNo }: SetAsideRow): string =>
  source === 'file' ? t('settle.aside.fileRow', { file: fileName, row: rowNo }) : t(`settle.aside.source.${source}`);

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
      status={row && <SetAsideTag row={row} />}
      subtitle={row && [row.shopName, sourceOf(t, row)].join(' · ')}
    >
      {row && <SetAsideDetail row={row} hidden={t('settle.aside.rawHidden')} />}
    </DetailDrawer>
  );
}
