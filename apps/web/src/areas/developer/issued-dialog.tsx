import type { ResultOf } from '@tradewind/contract/call.ts';
import type { addDeveloper } from '@tradewind/contract/developer.ts';
import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from './copy-text.tsx';

export type Issued = ResultOf<typeof addDeveloper>;

/** Shows the secret, only this once. A click outside does not close it. */
export function IssuedDialog({ issued, onClose }: { issued: Issued | undefined; onClose: () => void }): ReactNode {
  const { t } = useTranslation('developer');
  return (
    <Modal
      open={issued !== undefined}
      title={t('issuedTitle', { name: issued?.appName ?? '' })}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('issuedClose')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('issuedOnce')} style={{ marginBottom: 16 }} />
      {issued && (
        <dl className="tw-issued">
          <dt className="tw-muted">{t('key')}</dt>
          <dd>
            <CopyText text={issued.appKey} />
          </dd>
          <dt className="tw-muted">{t('secret')}</dt>
          <dd>
            <CopyText text={issued.appSecret} />
          </dd>
        </dl>
      )}
    </Modal>
  );
}
