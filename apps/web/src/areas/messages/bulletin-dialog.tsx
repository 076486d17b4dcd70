import { getnoticeBoard } from '@tradewind/contract/messages.ts';
import { Button, Modal, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DateTime } from '../../components/figures.tsx';
import { Html } from './message-detail.tsx';

interface BulletinDialogProps {
  onClose: () => void;
  onMessages: () => void;
}

export default function BulletinDialog({ onClose, onMessages }: BulletinDialogProps): ReactNode {
  const { t } = useTranslation('messages');
  const found = useCall(getnoticeBoard, {});
  const list = found.data?.list ?? [];
  return (
    <Modal
      open
      width={820}
      title={t('bulletins')}
      onCancel={onClose}
      footer={<Button onClick={onMessages}>{t('openAll')}</Button>}
    >
      <Spin spinning={found.isPending}>
        {list.length === 0 && !found.isPending && <p className="tw-muted">{t('noBulletins')}</p>}
        {list.map((bulletin) => (
          <section key={bulletin.id} className="tw-bulletin">
            <h3>{bulletin.title}</h3>
            <p className="tw-muted">
              <DateTime at={bulletin.time} />
            </p>
            <Html content={bulletin.content} none={t('noContent')} />
          </section>
        ))}
      </Spin>
    </Modal>
  );
}
