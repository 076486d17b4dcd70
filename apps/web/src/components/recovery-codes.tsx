import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../api/client.ts';
import { toast } from '../api/toast.ts';
import './recovery-codes.css';

/** The only time that they are shown. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success(t('recovery.copied'));
  };
  const save = () => saveBlob({ name: 'tradewind-recovery-codes.txt', blob: new Blob([text], { type: 'text/plain' }) });
  return (
    <>
      <Alert type="warning" showIcon title={t('recovery.once')} description={t('recovery.text')} />
      <ul className="tw-recovery-codes" aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Space wrap>
        <Button icon={<CopyOutlined />} onClick={() => void copy().catch(toast.error)}>
          {t('recovery.copy')}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={save}>
          {t('recovery.save')}
        </Button>
      </Space>
    </>
  );
}
