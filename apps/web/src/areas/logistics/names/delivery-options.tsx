import type { ResultOf } from '@tradewind/contract/call.ts';
import { getShopShipmentList } from '@tradewind/contract/logistics.ts';
import { Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { useShopOptions } from '../../../components/place-options.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

type Option = ResultOf<typeof getShopShipmentList>['list'][number];
const KEPT_MS = 10 * 60_000;

/** How a shop delivers, and who may carry what the seller ships. */
export function DeliveryOptions(): ReactNode {
  const { t } = useTranslation('logistics');
  const shops = useShopOptions();
  const [params, setParams] = useSearchParams();
  const shopId = Number(params.get('shopId')) || undefined;
  return (
    <section className="tw-panel">
      <p>
        <Select
          aria-label={t('express.shop')}
          className="tw-shop-choice"
          placeholder={t('express.chooseShop')}
          value={shopId}
          options={shops.map(({ value, label }) => ({ value, label }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(id) => setParams({ view: 'options', shopId: String(id) })}
        />
      </p>
      {shopId ? <Options shopId={shopId} /> : <EmptyState title={t('express.chooseShop')} />}
    </section>
  );
}

function Options({ shopId }: { shopId: number }): ReactNode {
  const { t } = useTranslation('logistics');
  const options = useCall(getShopShipmentList, { shopId }, { staleMs: KEPT_MS });
  const columns = useMemo<Column<Option>[]>(
    () => [
      col.text('name', t('express.option'), { width: 220, card: 'title' }),
      col.text('shippedBy', t('express.shippedBy'), {
        of: (row: Option) => t(`express.shippers.${row.shippedBy}`),
        width: 110,
      }),
      col.own('carriers', t('express.accepted'), (row) => row.carriers.map((one) => one.name).join(', '), {
        width: 480,
        card: 'line',
      }),
    ],
    [t],
  );
  if (options.error) return <PageError error={options.error} onRetry={() => void options.refetch()} />;
  return (
    <LineTable
      label={t('express.view.options')}
      columns={columns}
      rows={options.data?.list ?? []}
      keyOf={(row) => row.code}
      skeleton={options.isPending ? 3 : 0}
      empty={<EmptyState title={t('express.noOptions')} hint={t('express.noOptionsHint')} />}
    />
  );
}
