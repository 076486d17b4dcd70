import { termsIn } from '@tradewind/contract/procurement/words.ts';
import type { AnswerState, PackingState } from '@tradewind/contract/procurement.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/figures.tsx';
import { formatNumber } from '../../../components/format.ts';
import { productName } from '../../../components/product-name.ts';
import { StatusTag, type Tone } from '../../../components/status-tag.tsx';
import { currentLanguage } from '../../../i18n.ts';
import type { SupplierLine, SupplierOrder } from './types.ts';

export const ANSWER_TONES: Record<AnswerState, Tone> = {
  agreed: 'good',
  waiting: 'warn',
  taken: 'good',
  refused: 'bad',
  replaced: 'muted',
};
export const PACKING_TONES: Record<PackingState, Tone> = { waiting: 'warn', taken: 'good', refused: 'bad' };

export function SupplierOrderHead({ order }: { order: SupplierOrder }): ReactNode {
  const { t } = useTranslation('procurement');
  const { price } = order;
  const facts: [string, ReactNode][] = [
    [t('supplierOrder.orderedOn'), order.orderedOn],
    [t('supplierOrder.expectedOn'), order.expectedOn],
    [t('supplierOrder.reference'), order.reference],
    [t('supplierOrder.buyer'), order.buyer],
    [t('supplierOrder.amount'), price && <Money amount={price.amount} currency={price.currency} />],
    [t('supplierOrder.terms'), price && termsIn(currentLanguage(), price.terms)],
  ];
  return (
    <>
      <div className="tw-link-number">
        <h2>{order.number}</h2>
      </div>
      <dl className="tw-link-facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

/** SKU, the supplier's own, the name, the quantity, and the price where the buyer shares it. */
export function LineFacts({ line, order }: { line: SupplierLine; order: SupplierOrder }): ReactNode {
  const { t } = useTranslation('procurement');
  const units = formatNumber(line.quantity);
  const quantity =
    line.packSize > 1 ? `${formatNumber(line.packs)} × ${formatNumber(line.packSize)} = ${units}` : units;
  return (
    <div className="tw-supplier-goods">
      <div className="tw-supplier-name">
        <strong>{line.supplierSku || line.sku}</strong>
        {line.supplierSku && <span className="tw-muted">{line.sku}</span>}
        <span>{productName(line)}</span>
        {line.remark && <span className="tw-muted">{line.remark}</span>}
      </div>
      <div className="tw-supplier-quantity">
        <strong>{t('supplierOrder.units', { units: quantity })}</strong>
        {line.unitPrice && order.price && (
          <span className="tw-muted">
            <Money amount={line.unitPrice} currency={order.price.currency} />
          </span>
        )}
        {line.answer && (
          <StatusTag tone={ANSWER_TONES[line.answer.state]}>
            {t(`supplierOrder.answerState.${line.answer.state}`)}
          </StatusTag>
        )}
      </div>
    </div>
  );
}

/** The lines of an order that takes no answers any more. */
export function SupplierLines({ order }: { order: SupplierOrder }): ReactNode {
  return (
    <ul className="tw-supplier-lines">
      {order.lines.map((line) => (
        <li key={line.id}>
          <LineFacts line={line} order={order} />
        </li>
      ))}
    </ul>
  );
}

export function PackingsSent({ order }: { order: SupplierOrder }): ReactNode {
  const { t } = useTranslation('procurement');
  if (order.packings.length === 0) return null;
  return (
    <section className="tw-supplier-part">
      <h2>{t('supplierOrder.sent')}</h2>
      <ul className="tw-supplier-lines">
        {order.packings.map((one) => (
          <li key={one.id} className="tw-supplier-goods">
            <div className="tw-supplier-name">
              <strong>{one.fileName}</strong>
              <span className="tw-muted">
                {[
                  t('supplierOrder.shippedDay', { day: one.shippedOn }),
                  t('supplierOrder.units', { units: formatNumber(one.units) }),
                  t('supplierOrder.cartonCount', { count: one.cartons }),
                  one.codes && t('supplierOrder.codes', one.codes),
                  [one.carrier, one.trackingNumber].filter(Boolean).join(' '),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {one.decision && <span>{t('supplierOrder.reason', { reason: one.decision })}</span>}
            </div>
            <div className="tw-supplier-quantity">
              <StatusTag tone={PACKING_TONES[one.state]}>{t(`supplierOrder.packingState.${one.state}`)}</StatusTag>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
