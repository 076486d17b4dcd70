import type { OrderRow } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { None } from '../../components/figures.tsx';
import { StatusTag } from '../../components/status-tag.tsx';

type Requested = Pick<OrderRow, 'serviceLevel' | 'serviceAsked'>;
/** What has to leave before others. */
const QUICK: readonly string[] = ['expedited', 'secondDay', 'nextDay', 'sameDay'];

/** How fast the service is that the buyer chose; where that is not known, its name. */
export function ServiceLevel({
  order: { serviceLevel, serviceAsked: serviceRequested },
}: {
  order: Requested;
}): ReactNode {
  const { t } = useTranslation('orders');
  if (!serviceLevel && !serviceRequested) return <None />;
  const label = serviceLevel ? t(`serviceLevel.${serviceLevel}`) : serviceRequested;
  return (
    <span title={serviceRequested}>
      {serviceLevel && QUICK.includes(serviceLevel) ? <StatusTag tone="warn">{label}</StatusTag> : label}
    </span>
  );
}

/** The same with the platform's own words beside it. */
export function ChosenService({ order }: { order: Requested }): ReactNode {
  if (!order.serviceLevel || !order.serviceAsked) return <ServiceLevel order={order} />;
  return (
    <>
      <ServiceLevel order={order} /> <span className="tw-muted">{order.serviceAsked}</span>
    </>
  );
}
