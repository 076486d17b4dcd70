import { rights } from '@tradewind/contract/access/modules.ts';
import { deleteErpNames, listErpNames, saveErpName } from '@tradewind/contract/settings.ts';
import { Button, Form, Input, Radio, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { placeErrors } from '../../../components/place-errors.ts';
import { PublicLayout } from '../../../public/public-layout.tsx';
import { useSession } from '../../../shell/session.ts';

const STEPS = ['company', 'name', 'key'] as const;

/** How to connect another ERP, for visitors; signed-in users also see the ERPs of their company. */
export default function ErpPage(): ReactNode {
  const { t } = useTranslation('settings');
  const signedIn = useSession() !== undefined;
  return (
    <PublicLayout title={t('title.erp')} intro={t('erp.intro')} wide>
      {signedIn ? (
        <ErpNames />
      ) : (
        <>
          <ol>
            {STEPS.map((step) => (
              <li key={step}>{t(`erp.step.${step}`)}</li>
            ))}
          </ol>
          <p>
            <Link to="/login?redirect=%2FERPStoredocking">{t('erp.signIn')}</Link> ·{' '}
            <Link to="/companyRegister">{t('erp.register')}</Link>
          </p>
        </>
      )}
    </PublicLayout>
  );
}

function ErpNames(): ReactNode {
  const { t } = useTranslation('settings');
  const may = useMay(rights.salesChannel);
  const [form] = Form.useForm<{ name: string }>();
  const found = useCall(listErpNames, {});
  const [chosen, setChosen] = useState<number>();
  const save = useAct(saveErpName, {
    refresh: [listErpNames],
    success: t('erp.saved'),
    errors: 'form',
    onDone: () => form.resetFields(),
  });
  const remove = useAct(deleteErpNames, {
    refresh: [listErpNames],
    success: t('erp.deleted'),
    onDone: () => setChosen(undefined),
  });
  if (found.error) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <>
      {may(rights.salesChannel.authorize) && (
        <Form
          form={form}
          layout="inline"
          style={{ gap: 8, marginBottom: 16 }}
          onFinish={(values) => save.mutate(values, { onError: (error) => void placeErrors(form, error) })}
        >
          <Form.Item
            name="name"
            label={t('erp.name')}
            style={{ flex: '1 1 260px' }}
            rules={[
              { required: true, whitespace: true, message: t('erp.required') },
              {
                validator: (_rule, value?: string) =>
                  /\p{Script=Han}/u.test(value ?? '') ? Promise.reject(new Error(t('erp.chinese'))) : Promise.resolve(),
              },
            ]}
          >
            <Input maxLength={60} placeholder={t('erp.placeholder')} autoComplete="off" />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('erp.add')}
          </Button>
          <Button
            danger
            loading={remove.isPending}
            onClick={() => (chosen === undefined ? toast.warning(t('erp.choose')) : remove.mutate({ ids: [chosen] }))}
          >
            {t('erp.remove')}
          </Button>
        </Form>
      )}
      {!found.data ? (
        <Skeleton active />
      ) : found.data.list.length === 0 ? (
        <EmptyState title={t('erp.none')} hint={t('erp.noneHint')} />
      ) : (
        <Radio.Group
          value={chosen}
          style={{ display: 'grid', gap: 8 }}
          options={found.data.list.map((erp) => ({ value: erp.id, label: erp.name }))}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      )}
    </>
  );
}
