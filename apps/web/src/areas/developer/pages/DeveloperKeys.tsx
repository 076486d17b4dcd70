import { PlusOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { addDeveloper, delDeveloper, getDeveloper, refreshDeveloperKey } from '@tradewind/contract/developer.ts';
import { Button, Form, Input, Modal } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { DateTime } from '../../../components/figures.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { placeErrors } from '../../../components/place-errors.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { CopyText } from '../copy-text.tsx';
import { type Issued, IssuedDialog } from '../issued-dialog.tsx';
import '../developer.css';

type Key = ResultOf<typeof getDeveloper>['list'][number];

export default function DeveloperKeys(): ReactNode {
  const { t } = useTranslation('developer');
  const may = useMay();
  const keys = useCall(getDeveloper, {});
  const [adding, setAdding] = useState(false);
  const [issued, setIssued] = useState<Issued>();
  const columns = useColumns(setIssued);
  const addButton = may(rights.developer.add) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  if (keys.error && !keys.data) return <PageError error={keys.error} onRetry={() => void keys.refetch()} />;
  const list = keys.data?.list;
  return (
    <section className="tw-panel">
      <div className="tw-developer-head">
        <p className="tw-muted">{t('intro')}</p>
        {list?.length !== 0 && addButton}
      </div>
      {list?.length === 0 ? (
        <EmptyState title={t('none')} hint={t('noneHint')} action={addButton} />
      ) : (
        <LineTable<Key> label={t('key')} columns={columns} rows={list ?? []} skeleton={list ? 0 : 3} />
      )}
      <AddDialog open={adding} onClose={() => setAdding(false)} onIssued={setIssued} />
      <IssuedDialog issued={issued} onClose={() => setIssued(undefined)} />
    </section>
  );
}

function useColumns(onIssued: (issued: Issued) => void): Column<Key>[] {
  const { t } = useTranslation('developer');
  const may = useMay();
  const acts = may(rights.developer.refresh) || may(rights.developer.delete);
  return useMemo(
    () => [
      col.text('appName', t('name'), { width: 180, card: 'title' }),
      { key: 'appKey', title: t('key'), width: 340, card: 'line', render: (row) => <CopyText text={row.appKey} /> },
      col.text('createdBy', t('createdBy'), { width: 120 }),
      col.time('createdAt', t('createdAt')),
      {
        key: 'refreshedAt',
        title: t('refreshedAt'),
        width: 150,
        render: (row) =>
          row.refreshedAt ? <DateTime at={row.refreshedAt} /> : <span className="tw-muted">{t('never')}</span>,
      },
      ...(acts
        ? [
            {
              key: 'actions',
              title: t('actions'),
              width: 200,
              card: 'line' as const,
              render: (row: Key) => <KeyActions row={row} onIssued={onIssued} />,
            },
          ]
        : []),
    ],
    [t, acts, onIssued],
  );
}

function KeyActions({ row, onIssued }: { row: Key; onIssued: (issued: Issued) => void }): ReactNode {
  const { t } = useTranslation('developer');
  const may = useMay();
  const refresh = useAct(refreshDeveloperKey, { refresh: [getDeveloper], success: true, onDone: onIssued });
  const remove = useAct(delDeveloper, { refresh: [getDeveloper], success: true });
  const { id, appName: name } = row;
  return (
    <div className="tw-developer-actions">
      {may(refreshDeveloperKey) && (
        <ConfirmDanger
          size="small"
          title={t('refreshTitle', { name })}
          consequence={t('refreshText')}
          verb={t('refresh')}
          onConfirm={() => refresh.mutateAsync({ id })}
        />
      )}
      {may(delDeveloper) && (
        <ConfirmDanger
          size="small"
          title={t('deleteTitle', { name })}
          consequence={t('deleteText')}
          verb={t('delete')}
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
    </div>
  );
}

interface AddDialogProps {
  open: boolean;
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

function AddDialog({ open, onClose, onIssued }: AddDialogProps): ReactNode {
  const { t } = useTranslation('developer');
  const [form] = Form.useForm<{ appName: string }>();
  const add = useAct(addDeveloper, {
    refresh: [getDeveloper],
    success: true,
    errors: 'form',
    onDone: (made) => {
      onClose();
      onIssued(made);
    },
  });
  return (
    <Modal
      open={open}
      title={t('addTitle')}
      okText={t('add')}
      cancelText={t('action.cancel')}
      confirmLoading={add.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        onFinish={({ appName }) =>
          add.mutate({ appName }, { onError: (error) => placeErrors(form, error) && toast.error(error) })
        }
      >
        <Form.Item
          name="appName"
          label={t('name')}
          extra={t('nameHelp')}
          rules={[{ required: true, whitespace: true, message: t('needName') }]}
        >
          <Input autoFocus maxLength={60} autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
