import { Form, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CancelReason, CancelReasonItems } from '../../../components/cancel-reason.tsx';

interface Question {
  title: string;
  text: string;
  answer: (why: CancelReason | undefined) => void;
}

/** Asks for a reason. Undefined if the person cancels. */
export function useAskReason(): [
  ask: (title: string, text: string) => Promise<CancelReason | undefined>,
  dialog: ReactNode,
] {
  const { t } = useTranslation('warehouse');
  const [question, setQuestion] = useState<Question>();
  const [form] = Form.useForm<CancelReason>();
  const ask = (title: string, text: string) =>
    new Promise<CancelReason | undefined>((answer) => setQuestion({ title, text, answer }));
  const close = (why: CancelReason | undefined) => {
    question?.answer(why);
    setQuestion(undefined);
  };
  const dialog = question && (
    <Modal
      open
      title={question.title}
      okText={t('outbound.cancelVerb')}
      okButtonProps={{ danger: true }}
      cancelText={t('outbound.keep')}
      onOk={() => form.submit()}
      onCancel={() => close(undefined)}
    >
      <p>{question.text}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={close}>
        <CancelReasonItems />
      </Form>
    </Modal>
  );
  return [ask, dialog];
}
