import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Question {
  title: string;
  text: string;
  answer: (reason: string | undefined) => void;
}

/** Asks for a reason; undefined when the person thought better of it. */
export function useAskReason(): [ask: (title: string, text: string) => Promise<string | undefined>, dialog: ReactNode] {
  const { t } = useTranslation('warehouse');
  const [question, setQuestion] = useState<Question>();
  const [reason, setReason] = useState('');
  const ask = (title: string, text: string) =>
    new Promise<string | undefined>((answer) => {
      setReason('');
      setQuestion({ title, text, answer });
    });
  const close = (given: string | undefined) => {
    question?.answer(given);
    setQuestion(undefined);
  };
  const dialog = question && (
    <Modal
      open
      title={question.title}
      okText={t('outbound.cancelVerb')}
      okButtonProps={{ danger: true, disabled: reason.trim() === '' }}
      cancelText={t('outbound.keep')}
      onOk={() => close(reason.trim())}
      onCancel={() => close(undefined)}
    >
      <p>{question.text}</p>
      <Input.TextArea
        autoFocus
        aria-label={t('outbound.reason')}
        placeholder={t('outbound.reason')}
        value={reason}
        maxLength={200}
        autoSize={{ minRows: 2 }}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
  return [ask, dialog];
}
