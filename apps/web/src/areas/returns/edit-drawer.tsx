import { editReturn, getReturn, listReturns, RETURN_REASONS, type ReturnDetail } from '@tradewind/contract/returns.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DropSelect, useDropName } from '../../components/drop-select.tsx';
import { FormDrawer, type FormField, type FormValues } from '../../components/form-drawer.tsx';
import { FormFields } from '../../components/form-fields.tsx';

/** Why goods come back, as people here see it: for the whole return, and for a line where that differs. */
export function EditDrawer({ one, onClose }: { one: ReturnDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const reasonName = useDropName(RETURN_REASONS);
  const asReturn = one.reason ? t('edit.asReturnIs', { reason: reasonName(one.reason) }) : t('edit.asReturn');
  const fields: FormField[] = [
    {
      kind: 'custom',
      name: 'reason',
      label: t('reason'),
      control: <DropSelect zoot={RETURN_REASONS} />,
      ...(one.reasonText ? { help: t('edit.words', { words: one.reasonText }) } : {}),
    },
    ...one.lines.map((line, i) => ({
      kind: 'custom' as const,
      name: `reasons.${i}`,
      label: t('edit.reasonOf', { sku: line.sku ?? line.sellerSku, count: line.quantity }),
      control: <DropSelect zoot={RETURN_REASONS} placeholder={asReturn} />,
    })),
    { kind: 'textarea', name: 'remark', label: t('remark'), max: 500, help: t('edit.remarkHelp') },
  ];
  return (
    <FormDrawer
      open
      title={t('edit.title', { number: one.number })}
      call={editReturn}
      initial={{ reason: one.reason, remark: one.remark, reasons: one.lines.map((line) => line.reason) }}
      verb={t('edit.verb')}
      success={t('edit.done')}
      refresh={[listReturns, getReturn]}
      toInput={(values) => toInput(values, one)}
      onClose={onClose}
    >
      <FormFields fields={fields} />
    </FormDrawer>
  );
}

function toInput(values: FormValues, one: ReturnDetail) {
  const reasons = (values.reasons ?? []) as (string | null | undefined)[];
  return {
    id: one.id,
    version: one.version,
    reason: values.reason ?? '',
    remark: values.remark ?? '',
    lines: one.lines.map((line, i) => ({ lineId: line.id, reason: reasons[i] ?? '' })),
  };
}
