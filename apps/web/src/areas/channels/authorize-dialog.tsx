import { authorizeShop, getPlatForm, type PlatformOption, type ShopRow } from '@tradewind/contract/channels.ts';
import { Alert, Form, Input, Modal, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../api/errors.ts';
import { useAct, useCall } from '../../api/hooks.ts';
import { placeErrors } from '../../components/place-errors.ts';
import { DaysItem, NameItem, RegionItem } from './connect-items.tsx';
import type { IssuedKeys } from './keys-dialog.tsx';

interface Values {
  platform: string;
  region?: string;
  name?: string;
  fields?: Record<string, string>;
  importDays: number;
}

/** Collects the required fields, then opens the platform; keys connect the shop at once. */
export function AuthorizeDialog({
  shop,
  onClose,
  onConnected,
}: {
  shop?: ShopRow;
  onClose: () => void;
  /** For own shops: passes the keys, which are shown only once. */
  onConnected: (issued: IssuedKeys | null) => void;
}): ReactNode {
  const { t } = useTranslation('channels');
  const [form] = Form.useForm<Values>();
  const [problem, setProblem] = useState<string>();
  const platforms = useCall(getPlatForm, {});
  const offered = platforms.data?.list ?? [];
  const begin = useAct(authorizeShop, {
    errors: 'form',
    onDone: ({ consentUrl, issued }) => (consentUrl ? window.location.assign(consentUrl) : onConnected(issued)),
  });
  const chosen = Form.useWatch('platform', form) ?? shop?.platform ?? offered[0]?.platform;
  const option = offered.find((one) => one.platform === chosen);
  const picked = Form.useWatch('region', form);
  const door = option?.regions.find((one) => one.code === picked) ?? option?.regions[0];
  const submit = ({ region, ...values }: Values) => {
    setProblem(undefined);
    const again = shop ? { shopId: shop.id, platform: shop.platform } : {};
    const where = region && option?.regions.some((one) => one.code === region) ? { region } : {};
    begin.mutate(
      { ...values, ...where, ...again, origin: window.location.origin },
      {
        onError: (thrown) => {
          const error = asApiError(thrown);
          if (placeErrors(form, error)) setProblem(error.msg);
        },
      },
    );
  };
  const go = option?.connect === 'keys' ? t('authorize.connect') : t('authorize.go', { platform: option?.name ?? '' });
  return (
    <Modal
      open
      title={shop ? t('authorize.again', { name: shop.name }) : t('authorize.title')}
      okText={go}
      cancelText={t('action.cancel')}
      confirmLoading={begin.isPending || (begin.isSuccess && begin.data.consentUrl !== null)}
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
          initialValues={{ platform: shop?.platform ?? offered[0]?.platform }}
          onFinish={submit}
        >
          {!shop && (
            <Form.Item name="platform" label={t('authorize.platform')}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={offered.map((one) => ({ value: one.platform, label: one.name }))}
              />
            </Form.Item>
          )}
          {option && (
            <PlatformFields option={option} region={shop ? shop.region : door?.code} again={shop !== undefined} />
          )}
          {!shop && <NameItem own={option?.ownShop ?? false} />}
          {!shop?.authorizedAt && !option?.ownShop && <DaysItem />}
          {option?.ownShop && shop?.authorizedAt && <Alert type="warning" showIcon title={t('authorize.newSecret')} />}
          <p className="tw-muted">
            {t(
              option?.ownShop
                ? 'authorize.ownText'
                : option?.connect === 'keys'
                  ? 'authorize.keysText'
                  : 'authorize.text',
            )}
          </p>
        </Form>
      )}
    </Modal>
  );
}

interface PlatformFieldsProps {
  option: PlatformOption;
  region: string | undefined;
  again: boolean;
}

/** The platform's region and fields. An existing shop keeps its region and account. */
function PlatformFields({ option, region, again }: PlatformFieldsProps): ReactNode {
  const { t } = useTranslation('channels');
  const requested = again && option.connect === 'consent' ? [] : option.fields;
  const fields = requested.filter(({ regions }) => regions === null || regions.includes(region ?? ''));
  return (
    <>
      {option.closedSince && (
        <Alert
          className="tw-form-problem"
          type="warning"
          showIcon
          title={t('authorize.closed', { name: option.name, day: option.closedSince })}
        />
      )}
      {!again && option.regions.length > 0 && <RegionItem key={`${option.platform}.region`} regions={option.regions} />}
      {fields.map(({ name, label, hint, secret, optional }) => (
        <Form.Item
          key={`${option.platform}.${name}`}
          name={['fields', name]}
          label={label}
          extra={hint}
          preserve={false}
          rules={optional ? [] : [{ required: true, whitespace: true, message: t('form.required', { name: label }) }]}
        >
          {secret ? (
            <Input.Password autoComplete="off" maxLength={4000} />
          ) : (
            <Input autoComplete="off" maxLength={4000} />
          )}
        </Form.Item>
      ))}
    </>
  );
}
