import { publicTracking } from '@tradewind/contract/logistics.ts';
import { Button, Form, Input, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { ScanTimeline, StageTag } from '../stage.tsx';

const NUMBER = /^[A-Za-z0-9-]{7,40}$/;

export default function LogisticsDetail(): ReactNode {
  const { t } = useTranslation('logistics');
  const [params, setParams] = useSearchParams();
  const number = (params.get('number') ?? '').trim();
  return (
    <PublicLayout title={t('title.tracking')} intro={t('public.intro')} wide>
      <Form
        key={number}
        layout="vertical"
        initialValues={{ number }}
        onFinish={(values: { number: string }) => setParams({ number: values.number.replace(/\s+/g, '') })}
      >
        <Form.Item
          name="number"
          label={t('public.number')}
          normalize={(value: string) => value.replace(/\s+/g, '')}
          rules={[{ required: true, pattern: NUMBER, message: t('public.numberBad') }]}
        >
          <Input size="large" autoComplete="off" allowClear maxLength={40} />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large">
          {t('public.look')}
        </Button>
      </Form>
      {NUMBER.test(number) && <Found number={number} />}
    </PublicLayout>
  );
}

function Found({ number }: { number: string }): ReactNode {
  const { t } = useTranslation('logistics');
  const found = useCall(publicTracking, { number });
  if (found.isPending) return <Skeleton active style={{ marginTop: 24 }} />;
  if (found.error)
    return found.error.code === 404 ? (
      <EmptyState title={t('public.unknown')} hint={t('public.unknownHint')} />
    ) : (
      <PageError error={found.error} onRetry={() => void found.refetch()} />
    );
  const { trackingNumber, serviceName, stage, events, trackingUrl } = found.data;
  return (
    <div style={{ marginTop: 24 }}>
      <p>
        <strong className="tw-figure">{trackingNumber}</strong> <StageTag stage={stage} />
        <br />
        <span className="tw-muted">{serviceName}</span>{' '}
        {trackingUrl && (
          <a href={trackingUrl} target="_blank" rel="noreferrer">
            {t('carrierPage')}
          </a>
        )}
      </p>
      <ScanTimeline events={events} />
    </div>
  );
}
