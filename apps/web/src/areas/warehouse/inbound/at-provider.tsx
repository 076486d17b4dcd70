import { PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { getInbound, type InboundDetail, inboundMay } from '@tradewind/contract/warehouse.ts';
import {
  inboundAtWms,
  sendInboundToWms,
  WMS_TRANSPORTS,
  wmsInboundLabels,
  wmsOrderMay,
} from '@tradewind/contract/wms.ts';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { showPdf } from '../../../components/show-pdf.ts';
import { INBOUND_CHANGED } from './changed.ts';

type There = ResultOf<typeof inboundAtWms>;

const SOON_MS = 3_000;
const onItsWay = ({ order }: There) => order?.state === 'waiting' || order?.state === 'sending';
const failed = ({ order }: There) => order !== null && wmsOrderMay('retry', order);

/** Status of an ASN at the provider, in the provider's words. */
export function AtProvider({ inboundId, there }: { inboundId: number; there: There }): ReactNode {
  const { t } = useTranslation('warehouse');
  const { order } = there;
  if (!order) return <Alert type="info" showIcon title={t('inbound.provider.notSent')} />;
  const about = [
    order.providerNo && t('inbound.provider.number', { number: order.providerNo }),
    order.status && t(`inbound.provider.status.${order.status}`),
    order.error,
  ].filter(Boolean);
  return (
    <>
      <Alert
        type={failed(there) ? 'error' : order.error ? 'warning' : 'info'}
        showIcon
        title={t('inbound.provider.state', { state: t(`partner.orderState.${order.state}`) })}
        description={about.join(' · ')}
        action={order.labels && <LabelsButton inboundId={inboundId} />}
      />
      {onItsWay(there) && <AskAgain inboundId={inboundId} />}
    </>
  );
}

function LabelsButton({ inboundId }: { inboundId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const print = useMutation({ mutationFn: () => showPdf(wmsInboundLabels, { inboundId }), onError: toast.error });
  return (
    <Button size="small" icon={<PrinterOutlined />} loading={print.isPending} onClick={() => print.mutate()}>
      {t('inbound.provider.labels')}
    </Button>
  );
}

/** Polls while the ASN is sent in the background, then refreshes the actions that remain here. */
function AskAgain({ inboundId }: { inboundId: number }): ReactNode {
  useCall(inboundAtWms, { inboundId }, { everyMs: SOON_MS });
  const refresh = useRefresh();
  const isOver = useEffectEvent(() => refresh(getInbound));
  useEffect(() => () => isOver(), []);
  return null;
}

/** Sends the ASN to the provider, again after a failure. */
export function SendButton({ one, there }: { one: InboundDetail; there: There }): ReactNode {
  const { t } = useTranslation('warehouse');
  const [open, setOpen] = useState(false);
  if (!inboundMay('sendToProvider', one) || (there.order && !failed(there))) return null;
  return (
    <>
      {/* Who receives it there cannot receive it here. */}
      <Button type={one.receivedElsewhere ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {t(there.order ? 'inbound.provider.again' : 'inbound.provider.send')}
      </Button>
      {open && (
        <FormDrawer
          open
          title={t('inbound.provider.sendTitle', { number: one.number })}
          call={sendInboundToWms}
          initial={{ inboundId: one.id, transport: 'express' }}
          fields={[
            {
              kind: 'select',
              name: 'transport',
              label: t('inbound.provider.transportTitle'),
              required: true,
              options: WMS_TRANSPORTS.map((value) => ({ value, label: t(`inbound.provider.transport.${value}`) })),
            },
          ]}
          verb={t('inbound.provider.send')}
          success={t('inbound.provider.sent')}
          refresh={[inboundAtWms, ...INBOUND_CHANGED]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
