import { RETURN_REASONS } from '@tradewind/contract/returns.ts';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropSelect } from '../../components/drop-select.tsx';

/** Asks for the reason to set; undefined when the user cancels. */
export function useAskReason(): [ask: (count: number) => Promise<string | undefined>, dialog: ReactNode] {
  const [open, setOpen] = useState<{ count: number; answer: (reason: string | undefined) => void }>();
  const ask = (count: number) => new Promise<string | undefined>((answer) => setOpen({ count, answer }));
  const dialog = open && (
    <ReasonDialog
      count={open.count}
      onAnswer={(reason) => {
        open.answer(reason);
        setOpen(undefined);
      }}
    />
  );
  return [ask, dialog];
}

function ReasonDialog({
  count,
  onAnswer,
}: {
  count: number;
  onAnswer: (reason: string | undefined) => void;
}): ReactNode {
  const { t } = useTranslation('returns');
  const [reason, setReason] = useState<string | null>(null);
  return (
    <Modal
      open
      title={t('setReason.title', { count })}
      okText={t('setReason.verb')}
      okButtonProps={{ disabled: !reason }}
      onOk={() => onAnswer(reason ?? undefined)}
      onCancel={() => onAnswer(undefined)}
    >
      <div className="tw-returns-rows">
        <label htmlFor="return-reason">{t('reason')}</label>
        <DropSelect id="return-reason" zoot={RETURN_REASONS} value={reason} onChange={setReason} required />
      </div>
    </Modal>
  );
}
