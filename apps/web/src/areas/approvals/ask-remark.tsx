import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Question {
  count: number;
  answer: (remark: string | undefined) => void;
}

/** Asks for the reason of a rejection; undefined when the person cancels. */
export function useAskRemark(): [ask: (count: number) => Promise<string | undefined>, dialog: ReactNode] {
  const { t } = useTranslation('approvals');
  const [question, setQuestion] = useState<Question>();
  const [remark, setRemark] = useState('');
  const ask = (count: number) =>
    new Promise<string | undefined>((answer) => {
      setRemark('');
      setQuestion({ count, answer });
    });
  const close = (input: string | undefined) => {
    question?.answer(input);
    setQuestion(undefined);
  };
  const dialog = question && (
    <Modal
      open
      title={t('rejectTitle', { count: question.count })}
      okText={t('reject')}
      okButtonProps={{ danger: true, disabled: remark.trim() === '' }}
      cancelText={t('action.cancel')}
      onOk={() => close(remark.trim())}
      onCancel={() => close(undefined)}
    >
      <p>{t('rejectText')}</p>
      <Input.TextArea
        autoFocus
        aria-label={t('remark')}
        placeholder={t('remark')}
        value={remark}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={(event) => setRemark(event.target.value)}
      />
    </Modal>
  );
  return [ask, dialog];
}
