import { confirmShipment } from '@tradewind/contract/links.ts';
import { Button, Form, Input, Result } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkLayout } from './link-layout.tsx';
import { Goods, LinkHead, Place } from './link-parts.tsx';
import { FormProblem } from './problem.tsx';
import { useFormAct } from './use-form-act.ts';
import type { Shared } from './use-link.ts';

interface Said {
  carrier: string;
  trackingNumber: string;
  note?: string;
}

/** A supplier or warehouse without an account says how it shipped; the company's people check it. */
export default function ConfirmShipment(): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkLayout page="confirmShipment" title={t('title.confirmShipment')}>
      {(shared, key) => (
        <>
          <LinkHead shared={shared} />
          <Place title={t('link.to')} place={shared.to} />
          <Goods shared={shared} />
          {shared.status === 'cancelled' ? (
            <Result status="warning" title={t('link.cancelled')} />
          ) : (
            <Confirmation shared={shared} linkKey={key} />
          )}
        </>
      )}
    </LinkLayout>
  );
}

function Confirmation({ shared, linkKey }: { shared: Shared; linkKey: string }): ReactNode {
  const { t } = useTranslation();
  const [form] = Form.useForm<Said>();
  const [said, setSaid] = useState<Said>();
  const act = useFormAct(confirmShipment, form);
  const submit = async (values: Said) => {
    if (await act.submit({ key: linkKey, ...values, note: values.note ?? '' })) setSaid(values);
  };
  if (said)
    return (
      <Result
        status="success"
        title={t('link.confirmed')}
        subTitle={t('link.confirmedText', { company: shared.company, ...said })}
        extra={<Button onClick={() => setSaid(undefined)}>{t('link.confirmMore')}</Button>}
      />
    );
  return (
    <Form form={form} layout="vertical" onFinish={(values) => void submit(values)}>
      <FormProblem error={act.problem} />
      <Form.Item
        name="carrier"
        label={t('link.carrier')}
        rules={[{ required: true, whitespace: true, message: t('link.needCarrier') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name="trackingNumber"
        label={t('link.tracking')}
        rules={[{ required: true, whitespace: true, message: t('link.needTracking') }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="note" label={t('link.remark')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={act.busy}>
        {t('link.confirm')}
      </Button>
    </Form>
  );
}
