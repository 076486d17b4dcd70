import { LinkOutlined, PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { LINK_DAYS, makeLink } from '@tradewind/contract/links.ts';
import { CARRIER_WORDS } from '@tradewind/contract/logistics/words.ts';
import { hasAccounts } from '@tradewind/contract/logistics.ts';
import {
  getReturn,
  listReturns,
  type ReturnDetail,
  returnLabelPdf,
  returnMay,
  voidReturnLabel,
} from '@tradewind/contract/returns.ts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { Money } from '../../components/figures.tsx';
import { showPdf } from '../../components/show-pdf.ts';
import { StatusTag } from '../../components/status-tag.tsx';
import { currentLanguage } from '../../i18n.ts';

type Label = NonNullable<ReturnDetail['label']>;

export const isBought = (label: ReturnDetail['label']): boolean => label?.boughtAt != null;

export const carrierName = (code: string) =>
  hasAccounts(code) ? CARRIER_WORDS[code][currentLanguage() === 'zh' ? 0 : 1] : code;

/** The label that brings the goods back: its number, its price and where it is; or why there is none. */
export function ReturnLabel({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const { label } = one;
  if (!label) return null;
  if (label.state === 'buying' || label.state === 'uncertain')
    return <Alert className="tw-order-alert" type="warning" showIcon title={t('label.uncertain')} />;
  if (!isBought(label))
    return label.lastError ? (
      <Alert
        className="tw-order-alert"
        type="error"
        showIcon
        title={t('label.refused')}
        description={label.lastError}
      />
    ) : null;
  return (
    <>
      <Bought one={one} label={label} />
      <Boxes boxes={one.boxes} />
    </>
  );
}

/** Where each box is. */
function Boxes({ boxes }: Pick<ReturnDetail, 'boxes'>): ReactNode {
  const { t } = useTranslation('returns');
  return boxes.map(({ boxNo, trackingNumber, trackingUrl, stage }) => (
    <div key={boxNo} className="tw-returns-label">
      <span>{t('label.box', { no: boxNo })}</span>
      <TrackingNumber number={trackingNumber} url={trackingUrl} />
      {stage !== 'unknown' && (
        <StatusTag tone={stage === 'delivered' ? 'good' : 'info'}>{t(`stage.${stage}`)}</StatusTag>
      )}
    </div>
  ));
}

function TrackingNumber({ number, url }: { number: string | null; url: string | null }): ReactNode {
  if (!url) return <span className="tw-figure">{number}</span>;
  return (
    <a className="tw-figure" href={url} target="_blank" rel="noreferrer">
      {number}
    </a>
  );
}

/** Copies a link by which the buyer prints the labels without an account. */
function BuyerLink({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const days = LINK_DAYS.most;
  const make = useAct(makeLink, {
    refresh: [getReturn],
    onDone: ({ url }) =>
      void navigator.clipboard.writeText(url).then(() => toast.success(t('label.linkCopied', { days })), toast.error),
  });
  if (!may(rights.salesReturn.returnLabel) || !returnMay('label', one)) return null;
  const link = { page: 'returnLabel', docKind: 'sales_return', docId: one.id, days } as const;
  return (
    <Button
      size="small"
      icon={<LinkOutlined />}
      loading={make.isPending}
      onClick={() => make.mutate({ ...link, recipient: t('buyer.recipient') })}
    >
      {t('label.link')}
    </Button>
  );
}

function Bought({ one, label }: { one: ReturnDetail; label: Label }): ReactNode {
  const { t } = useTranslation('returns');
  const may = useMay();
  const { trackingNumber, trackingUrl, labelCost, labelCurrency } = label;
  const giveBack = useAct(voidReturnLabel, {
    refresh: [getReturn, listReturns],
    onDone: ({ voided, detail }) =>
      voided ? toast.success(t('label.voided')) : toast.warning(t('label.notVoided', { detail })),
  });
  // What moves was handed over: carriers void no such label.
  const unused = label.state === 'labelled' && ['created', 'unknown'].includes(label.stage);
  return (
    <div className="tw-returns-label">
      <strong>{t('label.bought')}</strong>
      <span>{[carrierName(label.carrier), label.serviceName].filter(Boolean).join(' · ')}</span>
      {one.boxes.length === 0 && <TrackingNumber number={trackingNumber} url={trackingUrl} />}
      {labelCost && labelCurrency && <Money amount={labelCost} currency={labelCurrency} />}
      <StatusTag tone={label.stage === 'delivered' ? 'good' : 'info'}>{t(`stage.${label.stage}`)}</StatusTag>
      {may(returnLabelPdf) && (
        <Button
          size="small"
          icon={<PrinterOutlined />}
          onClick={() => void showPdf(returnLabelPdf, { id: one.id }).catch(toast.error)}
        >
          {t('label.print')}
        </Button>
      )}
      <BuyerLink one={one} />
      {may(voidReturnLabel) && unused && (
        <ConfirmDanger
          size="small"
          title={t('label.voidTitle', { number: trackingNumber })}
          consequence={t('label.voidText')}
          verb={t('label.void')}
          onConfirm={() => giveBack.mutateAsync({ id: one.id })}
        />
      )}
    </div>
  );
}
