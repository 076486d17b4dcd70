import { SyncOutlined } from '@ant-design/icons';
import {
  exportSettlements,
  listSettlements,
  type SettlementRow,
  syncSettlements,
} from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ShopButton } from '../../../components/lead-button.tsx';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import { platformName, platformOptions } from '../../../platform-names.ts';
import { SettlementDrawer } from './settlement-drawer.tsx';

/** Statements and payouts of platforms. */
export function SettlementList(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const shops = useShopOptions();
  return (
    <ListPage
      id="finance.settlements"
      call={listSettlements}
      columns={useColumns()}
      filters={[
        { kind: 'text', name: 'text', label: t('settle.numberSearch') },
        { kind: 'dates', name: ['from', 'to'], label: t('settle.periodEnd') },
        { kind: 'multi', name: 'shopIds', label: t('settle.shop'), options: shops },
        { kind: 'select', name: 'platform', label: t('settle.platform'), options: platformOptions() },
        {
          kind: 'select',
          name: 'gap',
          label: t('settle.gap'),
          options: [{ value: 'true', label: t('settle.onlyGap') }],
        },
      ]}
      exports={may(exportSettlements) && { call: exportSettlements }}
      actions={may(syncSettlements) && <SyncButton />}
      empty={{ title: t('settle.none'), hint: t('settle.noneHint'), action: <ShopButton type="default" /> }}
      detail={(id, tools) => <SettlementDrawer id={id} tools={tools} />}
    />
  );
}

export function SyncButton(): ReactNode {
  const { t } = useTranslation('finance');
  const sync = useAct(syncSettlements, {
    success: ({ shops }) => (shops > 0 ? t('settle.syncing', { count: shops }) : t('settle.nothingToSync')),
  });
  return (
    <Button icon={<SyncOutlined />} loading={sync.isPending} onClick={() => sync.mutate({})}>
      {t('settle.sync')}
    </Button>
  );
}

function useColumns(): Column<SettlementRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<SettlementRow>[]>(
    () => [
      col.heading('number', t('settle.number'), { width: 110 }),
      col.text('shopName', t('settle.shop'), { width: 140 }),
      col.text('platform', t('settle.platform'), { of: (row: SettlementRow) => platformName(row.platform), width: 90 }),
      col.code('period', t('settle.period'), {
        of: (row: SettlementRow) => (row.fromDay === row.toDay ? row.toDay : `${row.fromDay} – ${row.toDay}`),
        width: 200,
      }),
      col.qty('lines', t('settle.lines'), { width: 60 }),
      col.money('amount', t('settle.sum'), { currency: 'currency', width: 110, card: 'state' }),
      col.money('paidOut', t('settle.paidOut'), { currency: 'currency', width: 110 }),
      col.money('total', t('settle.platformTotal'), { currency: 'currency', width: 110 }),
      col.money('gap', t('settle.gap'), { currency: 'currency', width: 90 }),
      col.code('depositDay', t('settle.depositDay'), { width: 100 }),
    ],
    [t],
  );
}
