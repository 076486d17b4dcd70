import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DropSelect } from './drop-select.tsx';

/** The reason of a cancellation: an option of the company's list, and a remark. */
export interface CancelReason {
  reason: string;
  remark?: string;
}

/** The two items of a form of `CancelReason`. */
export function CancelReasonItems(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="reason"
        label={t('cancelReason.label')}
        rules={[{ required: true, message: t('cancelReason.needed') }]}
      >
        <DropSelect zoot="cancel.reason" required placeholder={t('cancelReason.choose')} />
      </Form.Item>
      <Form.Item name="remark" label={t('cancelReason.remark')}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  );
}
