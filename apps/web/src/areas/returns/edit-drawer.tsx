import { editReturn, getReturn, listReturns, RETURN_REASONS, type ReturnDetail } from '@tradewind/contract/returns.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOf } from '../../components/changes.ts';
import { DropSelect, useDropName } from '../../components/drop-select.tsx';
import { type FieldOf, type FieldsOf, FormDrawer } from '../../components/form-drawer.tsx';

/** Edits the reason: for the whole return, and for lines that differ. */
export function EditDrawer({ one, onClose }: { one: ReturnDetail; onClose: () => void }): ReactNode {
  const { t } = useTranslation('returns');
  const reasonName = useDropName(RETURN_REASONS);
  const asReturn = one.reason ? t('edit.asReturnIs', { reason: reasonName(one.reason) }) : t('edit.asReturn');
  const fields: FieldsOf<typeof editReturn> = [
    {
      kind: 'custom',
      name: 'reason',
      label: t('reason'),
      control: <DropSelect zoot={RETURN_REASONS} />,
      ...(one.reasonText ? { help: t('edit.words', { words: one.reasonText }) } : {}),
    },
    ...one.lines.map(
      (line, i): FieldOf<typeof editReturn> => ({
        kind: 'custom',
        name: `lines.${i}.reason`,
        label: t('edit.reasonOf', { sku: line.sku ?? line.sellerSku, count: line.quantity }),
        control: <DropSelect zoot={RETURN_REASONS} placeholder={asReturn} />,
      }),
    ),
    { kind: 'textarea', name: 'remark', label: t('remark'), help: t('edit.remarkHelp') },
  ];
  const before = {
    reason: one.reason,
    remark: one.remark,
    lines: one.lines.map(({ id: lineId, reason }) => ({ lineId, reason })),
  };
  return (
    <FormDrawer
      open
      title={t('edit.title', { number: one.number })}
      call={editReturn}
      initial={before}
      verb={t('edit.verb')}
      success={t('edit.done')}
      refresh={[listReturns, getReturn]}
      toInput={({ reason = '', remark = '', lines = [] }) => ({
        id: one.id,
        version: one.version,
        ...changesOf(before, {
          reason,
          remark,
          lines: one.lines.map(({ id: lineId }, i) => ({ lineId, reason: lines[i]?.reason ?? '' })),
        }),
      })}
      onClose={onClose}
      fields={fields}
    />
  );
}
