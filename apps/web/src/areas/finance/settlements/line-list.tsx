import { exportSettlementLines, LINE_KINDS, listSettlementLines } from '@tradewind/contract/finance.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { ListPage, optionsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { platformOptions } from '../../../platform-names.ts';
import { useAccounts } from './account-names.ts';
import { useLineColumns } from './line-columns.tsx';
import { LineDrawer } from './line-drawer.tsx';

/** All lines of settlements, and the account that each is booked to. */
export function LineList(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const shops = useShopOptions();
  const accounts = useAccounts();
  return (
    <ListPage
      id="finance.settlementLines"
      call={listSettlementLines}
      columns={useLineColumns(true)}
      filters={[
        { kind: 'text', name: 'text', label: t('settle.orderSearch') },
        { kind: 'dates', name: ['from', 'to'], label: t('settle.posted') },
        { kind: 'multi', name: 'shopIds', label: t('settle.shop'), options: shops },
        {
          kind: 'select',
          name: 'kind',
          label: t('settle.kindTitle'),
          options: optionsOf(LINE_KINDS, (kind) => t(`settle.kind.${kind}`)),
        },
        { kind: 'select', name: 'account', label: t('settle.account'), options: accounts.all },
        { kind: 'text', name: 'type', label: t('settle.type') },
        { kind: 'select', name: 'platform', label: t('settle.platform'), options: platformOptions(), more: true },
        {
          kind: 'select',
          name: 'unbooked',
          label: t('settle.notBooked'),
          options: [{ value: 'true', label: t('settle.onlyUnbooked') }],
          more: true,
        },
      ]}
      exports={may(exportSettlementLines) && { call: exportSettlementLines }}
      empty={{ title: t('settle.noLines'), hint: t('settle.noLinesHint') }}
      detail={(id, tools, row) => <LineDrawer id={id} known={row} tools={tools} />}
    />
  );
}
