import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AppointmentList } from '../dock/appointment-list.tsx';
import OrderList from './OrderList.tsx';
import '../dock/dock.css';

const VIEWS = ['orders', 'appointments'] as const;

/** Orders for Home Depot's stores and distribution centers, and their dock appointments. */
export default function DockOrders(): ReactNode {
  const { t } = useTranslation('orders');
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'orders';
  return (
    <>
      <div className="tw-dock-views">
        <Segmented
          aria-label={t('dock.views')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`dock.view.${value}`) }))}
          onChange={(next) => setParams(next === 'orders' ? {} : { view: next })}
        />
      </div>
      {view === 'orders' ? <OrderList /> : <AppointmentList />}
    </>
  );
}
