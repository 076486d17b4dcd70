import { PrinterOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { openReturnLabel, sharedReturnLabel } from '@tradewind/contract/returns.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import type { ApiError } from '../../../api/errors.ts';
import { callKey } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { showPdf } from '../../../components/show-pdf.ts';
import { LinkShell } from '../../../public/link-layout.tsx';
import { Goods, Place } from '../../../public/link-parts.tsx';
import { useLinkKey } from '../../../public/use-link.ts';
import { carrierName } from '../return-label.tsx';
import '../returns.css';

type Shared = ResultOf<typeof openReturnLabel>;

/** How a buyer, who has no account, sends goods back: what, with which labels, where to. */
export default function ReturnLabelPage(): ReactNode {
  const { t } = useTranslation('returns');
  const key = useLinkKey();
  const found = useQuery<Shared, ApiError>({
    queryKey: callKey(openReturnLabel, { key }),
    queryFn: ({ signal }) => callApi(openReturnLabel, { key: key || '-' }, { signal, quiet: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <LinkShell title={t('title.returnLabel')} found={found}>
      {(shared) => (
        <>
          <div className="tw-link-number">
            <h2>{shared.number}</h2>
          </div>
          <p className="tw-muted">{t('buyer.order', { number: shared.orderNo })}</p>
          <Steps shared={shared} linkKey={key} />
          <Boxes shared={shared} />
          <Place title={t('buyer.to')} place={shared.to} />
          <h3>{t('buyer.goods')}</h3>
          <Goods shared={shared} />
        </>
      )}
    </LinkShell>
  );
}

function Steps({ shared: { carrier, boxes }, linkKey }: { shared: Shared; linkKey: string }): ReactNode {
  const { t } = useTranslation('returns');
  const print = useMutation({
    mutationFn: () => showPdf(sharedReturnLabel, { key: linkKey }),
    onError: toast.error,
  });
  const count = boxes.length;
  const name = carrierName(carrier);
  return (
    <>
      <ol className="tw-returns-steps">
        <li>{t('buyer.pack', { count })}</li>
        <li>{t('buyer.stick', { count })}</li>
        <li>{t('buyer.hand', { count, carrier: name })}</li>
        <li>{t('buyer.receipt')}</li>
      </ol>
      <p>
        <Button
          type="primary"
          size="large"
          icon={<PrinterOutlined />}
          loading={print.isPending}
          onClick={() => print.mutate()}
        >
          {t('buyer.print', { count })}
        </Button>
      </p>
    </>
  );
}

/** The labels' numbers, by which the buyer follows the parcels. */
function Boxes({ shared: { boxes, carrier, service } }: { shared: Shared }): ReactNode {
  const { t } = useTranslation('returns');
  return (
    <dl className="tw-link-facts">
      <div>
        <dt>{t('buyer.carrier')}</dt>
        <dd>{[carrierName(carrier), service].filter(Boolean).join(' · ')}</dd>
      </div>
      {boxes.map(({ boxNo, trackingNumber, trackingUrl }) => (
        <div key={boxNo}>
          <dt>{boxes.length > 1 ? t('label.box', { no: boxNo }) : t('buyer.number')}</dt>
          <dd>
            {trackingUrl ? (
              <a href={trackingUrl} target="_blank" rel="noreferrer">
                {trackingNumber}
              </a>
            ) : (
              trackingNumber
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
