import { rights } from '@tradewind/contract/access/modules.ts';
import {
  invoiceVendorOrders,
  isAccepted,
  isConfirmed,
  isUnsent,
  noteVendorPayment,
  vendorMay,
} from '@tradewind/contract/vendor.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { useCompanyClock } from '../../../components/days.ts';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { CHANGED, newKey } from './module.ts';
import { Section } from './section.tsx';
import type { VendorOrder } from './vendor-order.ts';

/** The invoice to Amazon and its payment. */
export function InvoiceSection({ order }: { order: VendorOrder }): ReactNode {
  const { t } = useTranslation('orders');
  const { today } = useCompanyClock();
  const may = useMay(rights.vendorOrder);
  const [paying, setPaying] = useState(false);
  const issue = useAct(invoiceVendorOrders, {
    refresh: CHANGED,
    onDone: ({ failed }) => {
      const [first] = failed;
      if (first) toast.error(first.reason);
      else toast.success(t('vendor.invoiced'));
    },
  });
  const { invoice, shipment } = order;
  const waits = shipment && isConfirmed(shipment) ? undefined : t('vendor.waitsForNotice');
  const money = (amount: string) => <Money amount={amount} currency={order.currency} />;
  return (
    <Section
      title={t('vendor.invoice')}
      {...(invoice ? { told: invoice } : {})}
      footer={
        may(invoiceVendorOrders) && (
          <>
            {vendorMay('invoice', order) && isUnsent(invoice) && (
              <ActionButton
                type="primary"
                reason={waits}
                loading={issue.isPending}
                onClick={() => issue.mutate({ ids: [order.id], ...newKey() })}
              >
                {t(invoice ? 'vendor.invoiceAgain' : 'vendor.invoiceVerb')}
              </ActionButton>
            )}
            {isAccepted(invoice) && <Button onClick={() => setPaying(true)}>{t('vendor.notePaid')}</Button>}
          </>
        )
      }
    >
      {invoice ? (
        <Facts
          items={[
            [t('vendor.invoiceNo'), invoice.number],
            [t('vendor.invoiceDay'), invoice.day],
            [t('vendor.goodsAmount'), money(invoice.goodsAmount)],
            [t('vendor.taxAmount', { percent: Number(invoice.taxPercent) }), money(invoice.taxAmount)],
            [t('vendor.totalAmount'), money(invoice.totalAmount)],
            [t('vendor.paidDay'), invoice.paidDay],
          ]}
        />
      ) : (
        <p className="tw-muted">{t('vendor.notInvoiced')}</p>
      )}
      {paying && (
        <FormDrawer
          open
          title={t('vendor.notePaid')}
          call={noteVendorPayment}
          initial={{ id: order.id, day: invoice?.paidDay ?? today(), ...newKey() }}
          verb={t('vendor.notePaid')}
          success={t('vendor.paidNoted')}
          refresh={CHANGED}
          onClose={() => setPaying(false)}
          fields={[{ kind: 'date', name: 'day', label: t('vendor.paidDay'), help: t('vendor.paidHelp') }]}
        />
      )}
    </Section>
  );
}
