import { LINK_DAYS, listLinks, makeLink } from '@tradewind/contract/links.ts';
import { addReportFormsRequest, listReportRequests, type ReportRequest } from '@tradewind/contract/reports/requests.ts';
import { Button, Form, Input, InputNumber, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { formatNumber } from '../../../components/format.ts';
import { SharedLinkRow, SharedUrl } from '../../../components/shared-links.tsx';
import type { RequestedInput } from './days.ts';

interface ShareDialogProps {
  name: string;
  /** A file that is there or on its way. Without it the link's file is made of this report. */
  request?: ReportRequest;
  requested?: RequestedInput;
  /** The titles of its columns, if they are known. */
  columns?: readonly string[] | null;
  onClose: () => void;
}

/** Shares a file by a link that needs no account, expires and can be revoked. Says what is behind it. */
export function ShareDialog({
  name,
  request,
  requested,
  columns = request?.columns,
  onClose,
}: ShareDialogProps): ReactNode {
  const { t } = useTranslation('reports');
  const [exportId, setExportId] = useState(request?.id ?? 0);
  const [url, setUrl] = useState('');
  const add = useAct(addReportFormsRequest, { refresh: [listReportRequests] });
  const make = useAct(makeLink, { refresh: [listLinks, listReportRequests], onDone: (made) => setUrl(made.url) });
  const share = (values: { recipient: string; days: number }) => {
    const link = (docId: number) => make.mutate({ page: 'reportFile', docKind: 'export_file', docId, ...values });
    if (exportId || !requested) return link(exportId);
    add.mutate(
      { report: requested, idempotencyKey: crypto.randomUUID() },
      {
        onSuccess: (made) => {
          setExportId(made.exportId);
          link(made.exportId);
        },
      },
    );
  };
  return (
    <Modal open title={t('shareFile.title', { name })} footer={null} width={640} onCancel={onClose}>
      <p>{t('shareFile.see')}</p>
      {columns && <p>{t('shareFile.columns', { columns: columns.join(', ') })}</p>}
      <p>
        {request?.state === 'done' ? t('shareFile.rows', { n: formatNumber(request.rowsDone) }) : t('shareFile.waits')}
      </p>
      <p className="tw-muted">{t('shareFile.ends')}</p>
      <Form<{ recipient: string; days: number }>
        layout="vertical"
        initialValues={{ days: LINK_DAYS.otherwise }}
        onFinish={share}
      >
        <Form.Item
          name="recipient"
          label={t('shareFile.recipient')}
          rules={[{ required: true, whitespace: true, message: t('shareFile.needRecipient') }]}
        >
          <Input maxLength={80} placeholder={t('shareFile.recipientHint')} autoComplete="off" />
        </Form.Item>
        <Form.Item name="days" label={t('shareFile.days')} rules={[{ required: true }]}>
          <InputNumber min={LINK_DAYS.least} max={LINK_DAYS.most} precision={0} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={make.isPending || add.isPending}>
          {t('shareFile.make')}
        </Button>
      </Form>
      {url && <SharedUrl url={url} />}
      {exportId > 0 && <Links docId={exportId} />}
    </Modal>
  );
}

function Links({ docId }: { docId: number }): ReactNode {
  const { t } = useTranslation('reports');
  const { data } = useCall(listLinks, { docKind: 'export_file', docId });
  if (!data || data.links.length === 0) return null;
  return (
    <>
      <h3>{t('shareFile.links')}</h3>
      <ul className="tw-shared-links">
        {data.links.map((link) => (
          <SharedLinkRow key={link.id} link={link} what={t('shareFile.page')} />
        ))}
      </ul>
    </>
  );
}
