import { showMessageDetailsASD } from '@tradewind/contract/messages.ts';
import { Modal, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';

export function MessageDetail({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('messages');
  const found = useCall(showMessageDetailsASD, { msgId: id }, { staleMs: 0 });
  return (
    <Modal open width={820} title={found.data?.thesis ?? t('view')} footer={null} onCancel={onClose}>
      <Spin spinning={found.isPending}>
        {found.error && <PageError error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && <Html content={found.data.content} none={t('noContent')} />}
      </Spin>
    </Modal>
  );
}

/** HTML that the server has cleaned. */
export function Html({ content, none }: { content: string; none: string }): ReactNode {
  if (!content) return <p className="tw-muted">{none}</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sends clean HTML only, and the page's policy runs no script of it
  return <div className="tw-message-body" dangerouslySetInnerHTML={{ __html: content }} />;
}
