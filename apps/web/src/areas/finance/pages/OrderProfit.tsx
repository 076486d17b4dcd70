import { SyncOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { computeProfit, exportProfit, getAllPlat, profitList, profitSums } from '@tradewind/contract/finance.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { LeadButton } from '../../../components/lead-button.tsx';
import { ListPage, optionsOf } from '../../../components/list-page.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { platformName } from '../../../platform-names.ts';
import { useProfitColumns } from '../profit-columns.tsx';
import { ProfitDrawer } from '../profit-drawer.tsx';
import { FEE_STATES, SumsOfFilter } from '../sums.tsx';
import '../finance.css';
import { useSeesCosts } from '../../../components/sees-costs.ts';

export default function OrderProfit(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const shops = useShopOptions();
  const platforms = useCall(getAllPlat, {});
  const costs = useSeesCosts();
  const compute = useAct(computeProfit, {
    refresh: [profitList, profitSums],
    success: (done) => t('computing', { count: done.shops }),
  });
  return (
    <ListPage
      id="finance.profit"
      call={profitList}
      columns={useProfitColumns(costs)}
      keyOf={(row) => row.orderId}
      tabs={{
        param: 'feeState',
        items: ['', ...FEE_STATES].map((value) => ({ value, label: t(`feeStates.${value || 'all'}`) })),
      }}
      filters={[
        { kind: 'text', name: 'text', label: t('search') },
        { kind: 'dates', name: ['from', 'to'], label: t('day') },
        { kind: 'multi', name: 'shopIds', label: t('shop'), options: shops },
        {
          kind: 'select',
          name: 'platform',
          label: t('platform'),
          options: optionsOf(
            (platforms.data?.list ?? []).map(({ platform }) => platform),
            platformName,
          ),
        },
      ]}
      sortInput={({ key, order }) => ({ sort: key === 'profit' ? (order === 'asc' ? 'loss' : 'profit') : 'day' })}
      summary={<SumsOfFilter />}
      exports={may(exportProfit) && { call: exportProfit }}
      actions={
        may(computeProfit) && (
          <Button icon={<SyncOutlined />} loading={compute.isPending} onClick={() => compute.mutate({})}>
            {t('compute')}
          </Button>
        )
      }
      empty={{
        title: t('none'),
        hint: t('noneHint'),
        action: <LeadButton to={rights.order} label={t('toOrders')} />,
      }}
      detail={(id, tools, row) => (
        <ProfitDrawer orderId={id} orderNo={row?.orderNo ?? `#${id}`} shopName={row?.shopName ?? ''} tools={tools} />
      )}
    />
  );
}
