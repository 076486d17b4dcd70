import { AMAZON_COUNTRIES, authorizeShop, getPlatForm, type ShopRow } from '@tradewind/contract/channels.ts';
import { Alert, Form, Input, InputNumber, Modal, Radio, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/errors.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { placeErrors } from '../../components/place-errors.ts';
import { currentLanguage } from '../../i18n.ts';

interface Values {
  platform: 'amazon' | 'shopify';
  country?: (typeof AMAZON_COUNTRIES)[number];
  shopDomain?: string;
  importDays: number;
}

/** Asks what has to be known before the platform, then sends the browser there. */
export function AuthorizeDialog({ shop, onClose }: { shop?: ShopRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation('channels');
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string>();
  const platforms = useCall(getPlatForm, {});
  const offered = platforms.data?.list ?? [];
  const begin = useAct(authorizeShop, {
    errors: 'form',
    onDone: ({ consentUrl }) => window.location.assign(consentUrl),
  });
  const submit = (values: Values) => {
    setProblem(undefined);
    const again = shop ? { shopId: shop.id, platform: shop.platform as Values['platform'] } : {};
    begin.mutate(
      { ...values, ...again, origin: window.location.origin },
      {
        onError: (thrown) => {
          const error = asApiError(thrown);
          if (placeErrors(form, error)) setProblem(error.msg);
        },
      },
    );
  };
  const platform = Form.useWatch('platform', form) ?? shop?.platform;
  const name = offered.find((one) => one.platform === platform)?.name ?? '';
  return (
    <Modal
      open
      title={shop ? t('authorize.again', { name: shop.name }) : t('authorize.title')}
      okText={t('authorize.go', { platform: name })}
      cancelText={t('action.cancel')}
      confirmLoading={begin.isPending || begin.isSuccess}
      okButtonProps={{ disabled: offered.length === 0 }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {platforms.isPending && <Skeleton active />}
      {platforms.isSuccess && offered.length === 0 && <Alert type="warning" showIcon title={t('authorize.none')} />}
      {problem && <Alert className="tw-form-problem" type="error" showIcon title={problem} />}
      {offered.length > 0 && (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ platform: shop?.platform ?? offered[0]?.platform, country: 'US', importDays: 30 }}
          onFinish={submit}
        >
          {!shop && (
            <Form.Item name="platform" label={t('authorize.platform')}>
              <Radio.Group
                optionType="button"
                options={offered.map((one) => ({ value: one.platform, label: one.name }))}
              />
            </Form.Item>
          )}
          {!shop && platform === 'amazon' && <CountryField />}
          {!shop && platform === 'shopify' && (
            <Form.Item
              name="shopDomain"
              label={t('authorize.domain')}
              extra={t('authorize.domainHelp')}
              rules={[
                { required: true, whitespace: true, message: t('form.required', { name: t('authorize.domain') }) },
              ]}
            >
              <Input autoComplete="off" maxLength={120} placeholder="demo.myshopify.com" />
            </Form.Item>
          )}
          {!shop?.authorizedAt && (
            <Form.Item name="importDays" label={t('authorize.days')} extra={t('authorize.daysHelp')}>
              <InputNumber min={0} max={60} precision={0} style={{ width: 120 }} />
            </Form.Item>
          )}
          <p className="tw-muted">{t('authorize.text')}</p>
        </Form>
      )}
    </Modal>
  );
}

function CountryField(): ReactNode {
  const { t } = useTranslation('channels');
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'region' });
  return (
    <Form.Item name="country" label={t('authorize.country')} extra={t('authorize.countryHelp')}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={AMAZON_COUNTRIES.map((value) => ({ value, label: `${names.of(value)} (${value})` }))}
      />
    </Form.Item>
  );
}
