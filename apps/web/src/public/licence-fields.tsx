import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { companyRegisterAction } from '@tradewind/contract/company.ts';
import { Button, Form, Input, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, refusalOf } from '../components/upload-rules.ts';

const LIMITS = companyRegisterAction.upload ?? { kinds: [], maxBytes: 0 };

/** Number and file of the business licence: with the registration, or after the first sign-in. */
export function LicenceFields(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name={['company', 'licenceNumber']} label={t('register.licenceNumber')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="file"
        label={t('register.licence')}
        extra={t('register.licenceHelp')}
        rules={[
          {
            validator: async (_, file?: File) => {
              const refused = file && refusalOf(LIMITS, file);
              if (refused) throw new Error(t(...refused));
            },
          },
        ]}
      >
        <ChosenFile />
      </Form.Item>
    </>
  );
}

function ChosenFile({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: File;
  onChange?: (file?: File) => void;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Upload
        {...(id ? { id } : {})}
        showUploadList={false}
        accept={accepted(LIMITS)}
        beforeUpload={(file) => {
          onChange?.(file);
          return false;
        }}
      >
        <Button icon={<UploadOutlined />}>{t('register.licencePick')}</Button>
      </Upload>
      {value && (
        <span className="tw-chosen-file">
          {value.name}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('register.licenceDrop', { name: value.name })}
            onClick={() => onChange?.(undefined)}
          />
        </span>
      )}
    </>
  );
}
