import { getReturn, listReturns, type ReturnDetail, refundReturn } from '@tradewind/contract/returns.ts';
import { Alert, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../api/toast.ts';
import { type FieldOf, type FieldsOf, FormDrawer, type Typed } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';
import { formatMoney } from '../../components/format.ts';
import { platformName } from '../../platform-names.ts';

/** Refund by line and for shipping: suggests the amount paid for the returned items. */
export function RefundDrawer({ one, onClose }: { one: ReturnDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const [key] = useState(() => crypto.randomUUID());
  const platform = platformName(one.platform);
  return (
    <FormDrawer
      open
      title={t('refund.title', { number: one.number })}
      call={refundReturn}
      initial={proposed(one)}
      verb={t('refund.verb')}
      onDone={({ state }) => toast.success(t(state === 'byHand' ? 'refund.noted' : 'refund.queued', { platform }))}
      refresh={[listReturns, getReturn]}
      toInput={(values: Values) => toInput(values, one, key)}
      onClose={onClose}
    >
      <Alert
        type={one.refundsThere ? 'info' : 'warning'}
        showIcon
        title={t('refund.left', { amount: formatMoney(one.refundable, one.currency) })}
        description={t(one.refundsWhole ? 'refund.whole' : one.refundsThere ? 'refund.there' : 'refund.byHand', {
          platform,
          amount: formatMoney(one.refundAsked ?? one.refundable, one.currency),
        })}
        style={{ marginBottom: 16 }}
      />
      <Amounts one={one} />
    </FormDrawer>
  );
}

/** Amounts in the order of the lines. */
type Values = Typed<typeof refundReturn, { amounts: (string | null)[] }>;

/** In cents, so that sums are exact. */
const cents = (amount: string) => Math.round(Number(amount) * 100);
const amountOf = (value: number) => (value / 100).toFixed(2);

/** The sale price per line; for full-refund platforms the remainder goes to shipping. */
function proposed(one: ReturnDetail): { amounts: string[]; shipping: string } {
  const whole = one.refundsWhole && one.refundAsked !== null ? cents(one.refundAsked) : undefined;
  let left = whole ?? cents(one.refundable);
  const amounts = one.lines.map((line) => {
    const part = Math.max(0, Math.min(cents(line.unitPrice) * line.quantity, left));
    left -= part;
    return amountOf(part);
  });
  return { amounts, shipping: whole === undefined ? '0' : amountOf(left) };
}

function toInput({ amounts, ...values }: Values, one: ReturnDetail, idempotencyKey: string) {
  const text = (value: string | null | undefined) => value || '0';
  return {
    id: one.id,
    version: one.version,
    lines: one.lines.flatMap((line, i) =>
      Number(amounts[i] ?? 0) > 0 ? [{ lineId: line.id, amount: text(amounts[i]) }] : [],
    ),
    shipping: text(values.shipping),
    remark: values.remark ?? '',
    idempotencyKey,
  };
}

function Amounts({ one }: { one: ReturnDetail }): ReactNode {
  const { t } = useTranslation('returns');
  const form = Form.useFormInstance();
  const amounts: (string | null)[] = Form.useWatch('amounts', form) ?? [];
  const shipping: string | undefined = Form.useWatch('shipping', form);
  const sum = [...amounts, shipping].reduce((total, amount) => total + cents(amount ?? '0'), 0);
  const fields: FieldsOf<Values> = [
    ...one.lines.map(
      (line, i): FieldOf<Values> => ({
        kind: 'decimal',
        name: `amounts.${i}`,
        label: `${line.sku ?? line.sellerSku} × ${line.quantity}`,
        half: true,
        suffix: one.currency,
      }),
    ),
    { kind: 'decimal', name: 'shipping', label: t('refund.shipping'), half: true, suffix: one.currency },
    { kind: 'textarea', name: 'remark', label: t('remark') },
  ];
  return (
    <>
      <FormFields<Values> fields={fields} />
      <p>
        {t('refund.sum')} <strong>{formatMoney(amountOf(sum), one.currency)}</strong>
      </p>
      {/* What the server says of the sum stands here. */}
      <Form.Item name="amount">
        <Input type="hidden" />
      </Form.Item>
    </>
  );
}
