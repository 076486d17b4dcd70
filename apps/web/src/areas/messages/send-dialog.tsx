import { getMessageList, getReceivers, sendNewMessage } from '@tradewind/contract/messages.ts';
import { Form, Input, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../api/hooks.ts';

interface Values {
  receivers: string[];
  thesis: string;
  msgType: 'notice';
  thesisDetail?: string;
}

interface SendDialogProps {
  onClose: () => void;
  /** Runs after the answer, success or failure. */
  onAnswer: () => void;
}

export function SendDialog({ onClose, onAnswer }: SendDialogProps): ReactNode {
  const { t } = useTranslation('messages');
  const [form] = Form.useForm<Values>();
  const people = useCall(getReceivers, {});
  const send = useAct(sendNewMessage, { success: true, refresh: [getMessageList], onDone: onClose });
  const must = (message: string) => [{ required: true, whitespace: true, message }];
  return (
    <Modal
      open
      width={820}
      title={t('write')}
      okText={t('send')}
      confirmLoading={send.isPending}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ msgType: 'notice' }}
        onFinish={(values) => send.mutate(values, { onSettled: onAnswer })}
      >
        <Form.Item
          name="receivers"
          label={t('receivers')}
          rules={[{ required: true, type: 'array', message: t('receiverMissing') }]}
        >
          <Select
            mode="multiple"
            loading={people.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={people.data?.mainList.map((user) => ({
              value: user.userLoginId,
              label: user.userName === user.userLoginId ? user.userName : `${user.userName} (${user.userLoginId})`,
            }))}
          />
        </Form.Item>
        <Form.Item name="thesis" label={t('subject')} rules={must(t('subjectMissing'))}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="msgType" label={t('type')} rules={[{ required: true, message: t('typeMissing') }]}>
          <Select allowClear options={[{ value: 'notice', label: t('notice') }]} />
        </Form.Item>
        <Form.Item name="thesisDetail" label={t('content')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
