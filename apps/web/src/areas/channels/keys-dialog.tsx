import type { ResultOf } from '@tradewind/contract/call.ts';
import type { authorizeShop } from '@tradewind/contract/channels.ts';
import { Alert, Button, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type IssuedKeys = NonNullable<ResultOf<typeof authorizeShop>['issued']>;

/** API keys of an own shop. They are encrypted, so they cannot be shown again. */
export function KeysDialog({ keys, onClose }: { keys: IssuedKeys; onClose: () => void }): ReactNode {
  const { t } = useTranslation('channels');
  const shown = [
    [t('keys.address'), `${window.location.origin}/api/push/other`],
    [t('keys.key'), keys.key],
    [t('keys.secret'), keys.secret],
  ] as const;
  return (
    <Modal
      open
      title={t('keys.title')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('keys.kept')}
        </Button>
      }
    >
      <Alert className="tw-form-problem" type="warning" showIcon title={t('keys.once')} />
      {shown.map(([label, text]) => (
        <div key={label} style={{ marginBottom: 12 }}>
          <div className="tw-muted">{label}</div>
          <Typography.Text code copyable style={{ wordBreak: 'break-all' }}>
            {text}
          </Typography.Text>
        </div>
      ))}
      <p className="tw-muted">{t('keys.how')}</p>
    </Modal>
  );
}
