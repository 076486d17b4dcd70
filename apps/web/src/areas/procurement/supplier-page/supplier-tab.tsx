import { rights } from '@tradewind/contract/access/modules.ts';
import { LINK_DAYS, listLinks, makeLink } from '@tradewind/contract/links.ts';
import { type PurchaseDetail, purchaseMay, supplierAnswers } from '@tradewind/contract/procurement.ts';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { productName } from '../../../components/product-name.ts';
import { useSeesCosts } from '../../../components/sees-costs.ts';
import { SharedLinkRow, SharedUrl } from '../../../components/shared-links.tsx';
import { AnswerTable } from './answer-table.tsx';
import { PackingTable } from './packing-table.tsx';
import './supplier-page.css';

/** The number of things that wait for the buyer, beside the tab's name. */
export function useSupplierTab(order: PurchaseDetail | undefined): string {
  const { t } = useTranslation('procurement');
  const { data } = useCall(supplierAnswers, { id: order?.id ?? 0 }, { enabled: Boolean(order?.orderedAt) });
  const waiting = [...(data?.answers ?? []), ...(data?.packings ?? [])].filter((one) => one.state === 'waiting').length;
  return waiting > 0 ? t('supplierPage.titleWaiting', { count: waiting }) : t('supplierPage.title');
}

/** The link to the order's supplier, and what came by it. */
export function SupplierTab({ order }: { order: PurchaseDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const query = useCall(supplierAnswers, { id: order.id });
  if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active />;
  const { answers, packings } = query.data;
  return (
    <>
      {(may(rights.purchaseOrder.edit) || may(rights.purchaseOrder.submit)) && <SupplierLink order={order} />}
      <h3 className="tw-section-title">{t('supplierPage.answers')}</h3>
      {answers.length === 0 ? (
        <EmptyState title={t('supplierPage.noAnswers')} />
      ) : (
        <AnswerTable order={order} rows={answers} />
      )}
      {packings.length > 0 && (
        <>
          <h3 className="tw-section-title">{t('supplierPage.packings')}</h3>
          <PackingTable rows={packings} />
        </>
      )}
    </>
  );
}

function SupplierLink({ order }: { order: PurchaseDetail }): ReactNode {
  const { t } = useTranslation('procurement');
  const [making, setMaking] = useState(false);
  const [url, setUrl] = useState('');
  const document = { docKind: 'purchase_order' as const, docId: order.id };
  const links = useCall(listLinks, document).data?.links ?? [];
  const [newest] = links;
  return (
    <div className="tw-supplier-link">
      <p className="tw-muted">{t('supplierPage.intro')}</p>
      {newest && (
        <ul className="tw-shared-links">
          <SharedLinkRow
            link={newest}
            what={t(newest.prices ? 'supplierPage.withPrices' : 'supplierPage.withoutPrices')}
          />
        </ul>
      )}
      {url && newest?.state === 'open' && <SharedUrl url={url} />}
      {purchaseMay('share', order) && (
        <div>
          <Button onClick={() => setMaking(true)}>
            {t(newest?.state === 'open' ? 'supplierPage.newLink' : 'supplierPage.makeLink')}
          </Button>
        </div>
      )}
      {making && <LinkForm order={order} onMade={setUrl} onClose={() => setMaking(false)} />}
    </div>
  );
}

function LinkForm(props: { order: PurchaseDetail; onMade: (url: string) => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  const costs = useSeesCosts();
  const { order } = props;
  return (
    <FormDrawer
      open
      title={t('supplierPage.linkTitle', { number: order.number })}
      call={makeLink}
      initial={{
        page: 'supplierOrder',
        docKind: 'purchase_order',
        docId: order.id,
        recipient: productName({ nameZh: order.supplierNameZh, nameEn: order.supplierNameEn }).slice(0, 80),
        days: 30,
        prices: false,
      }}
      verb={t('supplierPage.makeLink')}
      refresh={[listLinks]}
      onDone={({ url }) => props.onMade(url)}
      onClose={props.onClose}
      fields={[
        { kind: 'text', name: 'recipient', label: t('supplierPage.recipient'), help: t('supplierPage.linkHelp') },
        {
          kind: 'number',
          name: 'days',
          label: t('supplierPage.days'),
          min: LINK_DAYS.least,
          max: LINK_DAYS.most,
          half: true,
        },
        ...(costs ? [{ kind: 'check' as const, name: 'prices' as const, label: t('supplierPage.prices') }] : []),
      ]}
    />
  );
}
