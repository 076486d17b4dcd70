import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { importRateDraft, rateCardTemplate, type SheetProblem } from '@tradewind/contract/logistics.ts';
import { Alert, Button, Modal, Upload } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload, send } from '../../../api/client.ts';
import { useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { accepted } from '../../../components/upload-rules.ts';
import { OF_VERSION } from './calls.ts';

/** Replaces a draft by a workbook, or names what is wrong in it. */
export function ImportWorkbook({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const refresh = useRefresh();
  const [refused, setRefused] = useState<ResultOf<typeof importRateDraft>>();
  const [busy, setBusy] = useState(false);
  const read = async (file: File) => {
    setBusy(true);
    setRefused(undefined);
    try {
      const result = await send(importRateDraft, { id }, { file });
      if (!result.saved) return setRefused(result);
      toast.success(t('rates.imported', { areas: result.areas, prices: result.prices }));
      refresh(...OF_VERSION);
      onClose();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={refused ? 760 : 560}
      title={t('rates.import')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={null}
    >
      {refused && (
        <Alert
          className="tw-form-problem"
          type="error"
          showIcon
          title={t('rates.problems', { count: refused.problemCount })}
          description={<ProblemTable problems={refused.problems} />}
        />
      )}
      <Upload.Dragger
        accept={importRateDraft.upload ? accepted(importRateDraft.upload) : ''}
        showUploadList={false}
        disabled={busy}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{busy ? t('rates.reading') : t('rates.import')}</p>
        <p className="tw-muted">{t('rates.importHint')}</p>
      </Upload.Dragger>
      <Button
        type="link"
        className="tw-inline-button tw-import-template"
        icon={<DownloadOutlined />}
        onClick={() => void saveDownload(rateCardTemplate, {}).catch(toast.error)}
      >
        {t('rates.template')}
      </Button>
    </Modal>
  );
}

export function ProblemTable({ problems }: { problems: readonly SheetProblem[] }): ReactNode {
  const { t } = useTranslation('logistics');
  const columns = useMemo<Column<SheetProblem>[]>(
    () => [
      col.text('sheet', t('rates.sheet'), { width: 110 }),
      col.code('row', t('rates.row'), { width: 70 }),
      col.text('column', t('rates.column'), { width: 140 }),
      col.text('message', t('rates.problem'), { width: 320, card: 'line' }),
    ],
    [t],
  );
  return (
    <div className="tw-rate-problems">
      <LineTable label={t('rates.problem')} columns={columns} rows={problems} keyOf={(_row, at) => at} />
    </div>
  );
}
