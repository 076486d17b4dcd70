import {
  dismissReceivingSetAside,
  listReceivingConnections,
  listReceivingSetAside,
  type ReceivingSetAsideRow,
  retryReceivingSetAside,
} from '@tradewind/contract/finance.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { useLanguageName } from '../../../components/language-name.ts';
import { type DetailTools, ListPage } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { useRow } from '../../../components/use-row.ts';
import { SetAsideDetail, SetAsideTag, useSetAsideActs, useSetAsideColumns, useSetAsideFilter } from '../set-aside.tsx';

/** A job reads them again. */
const EVERY_MS = 30_000;

/** Lines of receiving accounts that could not be read. */
export function SetAsidePanel(): ReactNode {
  const { t } = useTranslation('finance');
  const { connections, nameOf } = useConnections();
  const own = useMemo<Column<ReceivingSetAsideRow>[]>(
    () => [col.text('account', t('receiving.connection'), { width: 220, of: nameOf })],
    [t, nameOf],
  );
  return (
    <ListPage
      id="finance.receivingSetAside"
      call={listReceivingSetAside}
      columns={useSetAsideColumns(own)}
      everyMs={EVERY_MS}
      filters={[
        useSetAsideFilter(),
        {
          kind: 'select',
          name: 'connectionId',
          label: t('receiving.connection'),
          options: connections.map((one) => ({ value: String(one.id), label: nameOf(one) })),
        },
      ]}
      bulk={useSetAsideActs(retryReceivingSetAside, dismissReceivingSetAside)}
      empty={{ title: t('settle.aside.none'), hint: t('receiving.setAsideHint') }}
      detail={(id, tools, row) => <SetAsideDrawer id={id} known={row} tools={tools} />}
    />
  );
}

/** Connections, and how each is named. */
function useConnections() {
  const { data } = useCall(listReceivingConnections, {});
  const inLanguage = useLanguageName();
  const nameOf = useMemo(() => {
    const names = new Map(data?.providers.map(({ provider, name }) => [provider, inLanguage(name)]));
    return ({ provider, account }: { provider: string; account: string }) =>
      `${names.get(provider) ?? provider} ${account}`;
  }, [data, inLanguage]);
  return { connections: data?.list ?? [], nameOf };
}

interface DrawerProps {
  id: number;
  known: ReceivingSetAsideRow | undefined;
  tools: DetailTools;
}

function SetAsideDrawer({ id, known, tools }: DrawerProps): ReactNode {
  const { t } = useTranslation('finance');
  const { nameOf } = useConnections();
  const { row, query } = useRow(listReceivingSetAside, id, known);
  return (
    <DetailDrawer
      {...tools}
      title={row?.reason ?? ''}
      query={query}
      status={row && <SetAsideTag row={row} />}
      subtitle={row && nameOf(row)}
    >
      {row && <SetAsideDetail row={row} hidden={t('receiving.rawHidden')} />}
    </DetailDrawer>
  );
}
