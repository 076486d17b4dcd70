import { FilePdfOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { openSupplierOrder, printSupplierOrder } from '@tradewind/contract/procurement.ts';
import { Alert, Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import type { ApiError } from '../../../api/errors.ts';
import { callKey, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { showPdf } from '../../../components/show-pdf.ts';
import { currentLanguage } from '../../../i18n.ts';
import { LinkShell } from '../../../public/link-layout.tsx';
import { Place } from '../../../public/link-parts.tsx';
import { useLinkKey } from '../../../public/use-link.ts';
import { AnswerForm } from '../supplier-page/answer-form.tsx';
import { PackingForm } from '../supplier-page/packing-form.tsx';
import { PackingsSent, SupplierLines, SupplierOrderHead } from '../supplier-page/supplier-order-parts.tsx';
import type { SupplierOrder as Order } from '../supplier-page/types.ts';
import '../supplier-page/supplier-page.css';

/** A purchase order for its supplier, who has no account: what to deliver, and what they say about it. */
export default function SupplierOrder(): ReactNode {
  const { t } = useTranslation('procurement');
  const key = useLinkKey();
  const refresh = useRefresh();
  const found = useQuery<Order, ApiError>({
    queryKey: callKey(openSupplierOrder, { key }),
    queryFn: ({ signal }) => callApi(openSupplierOrder, { key: key || '-' }, { signal, quiet: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const print = () => void showPdf(printSupplierOrder, { key, language: currentLanguage() }).catch(toast.error);
  const shown = found.data && found.data.state !== 'changing';
  return (
    <LinkShell
      title={t('supplierOrder.title')}
      found={found}
      action={
        shown && (
          <Button icon={<FilePdfOutlined />} onClick={print}>
            {t('supplierOrder.pdf')}
          </Button>
        )
      }
    >
      {(order) => <Contents order={order} linkKey={key} onSent={() => refresh(openSupplierOrder)} />}
    </LinkShell>
  );
}

function Contents(props: { order: Order; linkKey: string; onSent: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const { order } = props;
  if (order.state === 'changing')
    return (
      <>
        <SupplierOrderHead order={order} />
        <Result status="info" title={t('supplierOrder.changing')} subTitle={t('supplierOrder.changingText')} />
      </>
    );
  return (
    <>
      <SupplierOrderHead order={order} />
      <Place title={t('supplierOrder.shipTo')} place={order.shipTo} />
      {order.remark && <p className="tw-supplier-remark">{order.remark}</p>}
      {order.state === 'open' ? (
        <>
          <AnswerForm {...props} />
          <PackingsSent order={order} />
          <PackingForm {...props} />
        </>
      ) : (
        <>
          <Alert type="info" showIcon title={t(`supplierOrder.over.${order.state}`)} className="tw-supplier-over" />
          <SupplierLines order={order} />
          <PackingsSent order={order} />
        </>
      )}
    </>
  );
}
