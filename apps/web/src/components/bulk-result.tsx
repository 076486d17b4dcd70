import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { Button, Modal, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkResultData } from './list/bulk.ts';

interface BulkResultProps {
  title: string;
  result: BulkResultData;
  busy?: boolean;
  onRetry?: (ids: number[]) => void;
  onClose: () => void;
}

/** The result of a bulk action: how many are done, which failed and why, and a retry. */
export function BulkResult({ title, result, busy, onRetry, onClose }: BulkResultProps): ReactNode {
  const { t } = useTranslation();
  const { done, failed } = result;
  return (
    <Modal
      open
      width={640}
      title={title}
      onCancel={onClose}
      footer={[
        failed.length > 0 && onRetry && (
          <Button key="retry" loading={busy ?? false} onClick={() => onRetry(failed.map((each) => each.id))}>
            {t('bulk.retry', { count: failed.length })}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('action.close')}
        </Button>,
      ]}
    >
      <p className="tw-bulk-sums" role="status">
        <span className="tw-good">
          <CheckCircleFilled /> {t('bulk.done', { count: done })}
        </span>
        {failed.length > 0 && (
          <span className="tw-bad">
            <CloseCircleFilled /> {t('bulk.failed', { count: failed.length })}
          </span>
        )}
      </p>
      {failed.length > 0 && (
        <Table
          size="small"
          rowKey="id"
          dataSource={failed}
          pagination={failed.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          scroll={{ y: 320 }}
          columns={[
            { title: t('bulk.thing'), dataIndex: 'label', width: 220 },
            { title: t('bulk.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
    </Modal>
  );
}
