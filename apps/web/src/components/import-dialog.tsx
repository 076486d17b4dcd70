import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import type { Call } from '@tradewind/contract/call.ts';
import type { ImportPreview, importResult } from '@tradewind/contract/imports.ts';
import { Alert, Button, Checkbox, Input, Modal, Table, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload, send } from '../api/client.ts';
import { type ApiError, asApiError } from '../api/errors.ts';
import { useRefresh } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { PreviewTable } from './import-preview.tsx';

type ImportResult = ReturnType<(typeof importResult)['parse']>;

interface ImportDialogProps {
  title: string;
  /** `download`: the empty template. */
  template?: Call;
  templateInput?: unknown;
  /** `upload`: reads the file, writes nothing, answers `importPreview`. */
  preview: Call;
  previewInput?: Record<string, unknown>;
  /** Writes what was previewed: takes {importId, idempotencyKey}, answers `importResult`. */
  commit: Call;
  /** `download {importId}`: the rows with errors, to fix. */
  errors?: Call;
  /** The preview also takes cells copied from a spreadsheet (`pasted`). */
  paste?: boolean;
  refresh?: readonly Call[];
  onClose: () => void;
}

/** Template, file, preview with every bad cell marked, and only then the import. */
export function ImportDialog(props: ImportDialogProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [preview, setPreview] = useState<ImportPreview>();
  const [problem, setProblem] = useState<ApiError>();
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const [skipped, setSkipped] = useState<ImportResult['skipped']>();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(asApiError(error));
    } finally {
      setBusy(false);
    }
  };
  const read = (file: File, more: Record<string, unknown> = {}) =>
    act(async () =>
      setPreview((await send(props.preview, { ...props.previewInput, ...more }, { file })) as ImportPreview),
    );
  const offers = preview?.offers ?? [];
  const write = (importId: number) =>
    act(async () => {
      const accept = offers.flatMap(({ name }) => (declined.includes(name) ? [] : [name]));
      const input = { importId, ...(accept.length > 0 ? { accept } : {}), idempotencyKey: `import-${importId}` };
      const written = (await send(props.commit, input)) as ImportResult;
      if (props.refresh) refresh(...props.refresh);
      const { created, updated } = written;
      toast.success(written.queued ? t('import.queued') : t('import.done', { created, updated }));
      if (written.skipped.length > 0) setSkipped(written.skipped);
      else props.onClose();
    });
  const good = preview?.good ?? 0;
  const kinds = props.preview.upload?.kinds ?? ['xls', 'xlsx'];
  return (
    <Modal
      open
      width={preview ? 1200 : 560}
      title={props.title}
      onCancel={props.onClose}
      mask={{ closable: false }}
      footer={
        preview && !skipped ? (
          <>
            {props.errors && preview.bad > 0 && (
              <Button
                icon={<DownloadOutlined />}
                onClick={() =>
                  props.errors && saveDownload(props.errors, { importId: preview.importId }).catch(toast.error)
                }
              >
                {t('import.errors', { count: preview.bad })}
              </Button>
            )}
            <Button onClick={() => setPreview(undefined)}>{t('import.otherFile')}</Button>
            <Button type="primary" loading={busy} disabled={good === 0} onClick={() => void write(preview.importId)}>
              {preview.bad > 0 ? t('import.commitGood', { count: good }) : t('import.commit', { count: good })}
            </Button>
          </>
        ) : null
      }
    >
      {problem && (
        <Alert
          className="tw-form-problem"
          type="error"
          showIcon
          title={problem.msg}
          description={problem.fields.map((field) => <div key={field.path}>{field.message}</div>)}
        />
      )}
      {skipped ? (
        <>
          <p>{t('import.skipped', { count: skipped.length })}</p>
          <Table
            size="small"
            rowKey="line"
            pagination={false}
            scroll={{ y: 360 }}
            dataSource={skipped}
            columns={[
              { title: t('import.line'), dataIndex: 'line', width: 72 },
              { title: t('bulk.thing'), dataIndex: 'label', width: 200 },
              { title: t('bulk.reason'), dataIndex: 'reason' },
            ]}
          />
        </>
      ) : preview ? (
        <>
          {offers.map(({ name, text }) => (
            <Checkbox
              key={name}
              className="tw-import-offer"
              checked={!declined.includes(name)}
              onChange={({ target }) =>
                setDeclined((before) => [...before.filter((one) => one !== name), ...(target.checked ? [] : [name])])
              }
            >
              {text}
            </Checkbox>
          ))}
          <PreviewTable preview={preview} />
        </>
      ) : (
        <>
          <Upload.Dragger
            accept={kinds.map((kind) => `.${kind}`).join(',')}
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
            <p>{busy ? t('import.reading') : t('import.drop')}</p>
            <p className="tw-muted">
              {t('import.kinds', {
                kinds: kinds.join(', '),
                megabytes: Math.round((props.preview.upload?.maxBytes ?? 5_242_880) / 1_048_576),
              })}
            </p>
          </Upload.Dragger>
          {props.paste && (
            <Input.TextArea
              className="tw-import-paste"
              aria-label={t('import.paste')}
              placeholder={t('import.paste')}
              autoSize={{ minRows: 3, maxRows: 6 }}
              disabled={busy}
              value=""
              onPaste={(event) => {
                event.preventDefault();
                const block = event.clipboardData.getData('text/plain');
                void read(new File([block], 'paste.csv', { type: 'text/csv' }), { pasted: true });
              }}
            />
          )}
          {props.template && (
            <Button
              type="link"
              className="tw-inline-button tw-import-template"
              icon={<DownloadOutlined />}
              onClick={() =>
                props.template && saveDownload(props.template, props.templateInput ?? {}).catch(toast.error)
              }
            >
              {t('import.template')}
            </Button>
          )}
        </>
      )}
    </Modal>
  );
}
