import type { OrderRow } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { None } from '../../components/figures.tsx';
import { StatusTag } from '../../components/status-tag.tsx';

type Requested = Pick<OrderRow, 'serviceLevel' | 'serviceAsked'>;
/** Service levels that must ship first. */
const QUICK: readonly string[] = ['expedited', 'secondDay', 'nextDay', 'sameDay'];

/** The service level that the buyer chose. If unknown, the platform's name for it. */
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

/** The service level with the platform's own name. */
export function ChosenService({ order }: { order: Requested }): ReactNode {
  if (!order.serviceLevel || !order.serviceAsked) return <ServiceLevel order={order} />;
  return (
    <>
      <ServiceLevel order={order} /> <span className="tw-muted">{order.serviceAsked}</span>
    </>
  );
}
