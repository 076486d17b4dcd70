import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ReasonDialogProps {
  title: string;
  text: ReactNode;
  verb: string;
  busy: boolean;
  onDone: (reason: string) => void;
  onClose: () => void;
}

/** Asks why. */
export function ReasonDialog({ title, text, verb, busy, onDone, onClose }: ReasonDialogProps): ReactNode {
  const { t } = useTranslation('finance');
  const [reason, setReason] = useState('');
  return (
    <Modal
      open
      title={title}
      okText={verb}
      okButtonProps={{ disabled: reason.trim() === '', loading: busy }}
      onOk={() => onDone(reason.trim())}
      onCancel={onClose}
    >
      <p>{text}</p>
      <Input.TextArea
        autoFocus
        aria-label={t('close.reason')}
        placeholder={t('close.reason')}
        value={reason}
        maxLength={300}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
