import { CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../api/toast.ts';

/** A key as text, to select or copy. */
export function CopyText({ text }: { text: string }): ReactNode {
  const { t } = useTranslation('developer');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('copied'));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <span className="tw-key">
      <code>{text}</code>
      <Tooltip title={t('copy')}>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={`${t('copy')} ${text.slice(0, 12)}`}
          onClick={() => void copy()}
        />
      </Tooltip>
    </span>
  );
}
