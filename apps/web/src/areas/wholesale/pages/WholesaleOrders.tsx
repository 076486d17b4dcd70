import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Customers } from '../customers.tsx';
import { OrderList } from '../order-list.tsx';
import { PriceLists } from '../price-lists.tsx';
import '../wholesale.css';

const VIEWS = ['orders', 'customers', 'prices'] as const;

/** Wholesale orders, customers and price lists. */
export default function WholesaleOrders(): ReactNode {
  const { t } = useTranslation('wholesale');
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'orders';
  const choice = (
    <Segmented
      aria-label={t('viewLabel')}
      value={view}
      options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
      onChange={(next) => setParams(next === 'orders' ? {} : { view: next })}
    />
  );
  return (
    <div className="tw-wholesale">
      <div className="tw-wholesale-views">{choice}</div>
      {view === 'orders' && <OrderList />}
      {view === 'customers' && <Customers />}
      {view === 'prices' && <PriceLists />}
    </div>
  );
}
