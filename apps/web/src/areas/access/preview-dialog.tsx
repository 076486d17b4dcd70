import { useMutation } from '@tanstack/react-query';
import { previewRights } from '@tradewind/contract/access.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { Modal, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { PageError } from '../../components/page-error.tsx';
import './access.css';

export type Change = InputOf<typeof previewRights>['change'];

/** Shows in words what saving grants and removes. */
export function PreviewDialog({
  change,
  onConfirm,
  onClose,
}: {
  change: Change;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('access');
  const confirm = useMutation({ mutationFn: onConfirm });
  const preview = useCall(previewRights, { change }, { staleMs: 0 });
  const sentences = preview.data?.sentences ?? [];
  return (
    <Modal
      open
      title={t('previewTitle')}
      okText={t('confirm')}
      cancelText={t('back')}
      confirmLoading={confirm.isPending}
      okButtonProps={{ disabled: !preview.data || sentences.length === 0 }}
      onOk={() => confirm.mutate()}
      onCancel={onClose}
      width={640}
    >
      {preview.isPending && <Spin />}
      {preview.error && <PageError error={preview.error} />}
      {preview.data && sentences.length === 0 && <p className="tw-muted">{t('previewNone')}</p>}
      {preview.data && preview.data.members > 1 && (
        <p className="tw-muted">{t('previewMembers', { count: preview.data.members })}</p>
      )}
      <ul className="tw-rights-lines">
        {sentences.map((sentence) => (
          <li
            key={`${sentence.gives}${sentence.text}`}
            data-takes={sentence.gives ? undefined : true}
            title={sentence.people.join(', ')}
          >
            {sentence.text}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
