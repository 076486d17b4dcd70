import type { ResultOf } from '@tradewind/contract/call.ts';
import type { authorizeShop } from '@tradewind/contract/channels.ts';
import { Alert, Button, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../components/facts.tsx';

export type IssuedKeys = NonNullable<ResultOf<typeof authorizeShop>['issued']>;

/** What the software of a shop signs its calls with: kept encrypted, so nobody can show it again. */
export function KeysDialog({ keys, onClose }: { keys: IssuedKeys; onClose: () => void }): ReactNode {
  const { t } = useTranslation('channels');
  const copyable = (text: string) => (
    <Typography.Text code copyable style={{ wordBreak: 'break-all' }}>
      {text}
    </Typography.Text>
  );
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
      <Facts
        items={[
          [t('keys.address'), copyable(`${window.location.origin}/api/push/other`)],
          [t('keys.key'), copyable(keys.key)],
          [t('keys.secret'), copyable(keys.secret)],
        ]}
      />
      <p className="tw-muted">{t('keys.how')}</p>
    </Modal>
  );
}
