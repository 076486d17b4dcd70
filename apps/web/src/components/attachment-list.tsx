import {
  DeleteOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FilePdfOutlined,
  PaperClipOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { Call } from '@tradewind/contract/call.ts';
import { Button, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callDownload, saveBlob, send } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { useRefresh } from '../api/hooks.ts';
import { toast } from '../api/toast.ts';
import { EmptyState } from './empty-state.tsx';
import { DateTime } from './figures.tsx';
import { formatNumber } from './format.ts';
import { accepted, endingOf, refusalOf } from './upload-rules.ts';

export interface Attachment {
  id: number;
  name: string;
  bytes: number;
  at: string;
  who?: string;
}

interface AttachmentListProps {
  files: readonly Attachment[];
  /** `download` call that takes {id}. */
  download: Call;
  /** `upload` call; leave it out if nobody may add. */
  upload?: Call | undefined;
  /** The owner of the files, e.g. {orderId: 7}. */
  uploadInput?: Record<string, unknown>;
  /** Takes {id}. */
  remove?: Call | undefined;
  refresh: readonly Call[];
}

const ICONS: Record<string, ReactNode> = {
  pdf: <FilePdfOutlined />,
  xls: <FileExcelOutlined />,
  xlsx: <FileExcelOutlined />,
  jpg: <FileImageOutlined />,
  jpeg: <FileImageOutlined />,
  png: <FileImageOutlined />,
  gif: <FileImageOutlined />,
};

export function AttachmentList({
  files,
  download,
  upload,
  uploadInput,
  remove,
  refresh,
}: AttachmentListProps): ReactNode {
  const { t } = useTranslation();
  const again = useRefresh();
  const limits = upload?.upload;
  const done = { onSuccess: () => again(...refresh), onError: toast.error };
  const add = useMutation({
    mutationFn: async (file: File) => upload && send(upload, uploadInput ?? {}, { file }),
    onSuccess: done.onSuccess,
    onError: (error, { name }) => {
      const refused = asApiError(error).fields.find((field) => field.path === 'file');
      if (refused) toast.warning(t('file.refused', { name, reason: refused.message }));
      else toast.error(error);
    },
  });
  const drop = useMutation({ mutationFn: async (id: number) => remove && send(remove, { id }), ...done });
  const save = useMutation({
    mutationFn: (id: number) => callDownload(download, { id }),
    onSuccess: saveBlob,
    onError: toast.error,
  });
  const take = (file: File) => {
    const refused = limits && refusalOf(limits, file);
    if (refused) toast.warning(t(...refused));
    else add.mutate(file);
    return false;
  };
  return (
    <div className="tw-attachments">
      {limits && (
        <Upload showUploadList={false} multiple accept={accepted(limits)} beforeUpload={take}>
          <Button icon={<UploadOutlined />} loading={add.isPending}>
            {t('file.add')}
          </Button>
          <span className="tw-muted">
            {t('import.kinds', { kinds: limits.kinds.join(', '), megabytes: limits.maxBytes / 1024 / 1024 })}
          </span>
        </Upload>
      )}
      {files.length === 0 ? (
        <EmptyState icon={<PaperClipOutlined />} title={t('file.none')} />
      ) : (
        <ul>
          {files.map((file) => (
            <li key={file.id}>
              {ICONS[endingOf(file.name)] ?? <PaperClipOutlined />}
              <Button type="link" onClick={() => save.mutate(file.id)}>
                {file.name}
              </Button>
              <span className="tw-muted">
                {formatNumber(Math.ceil(file.bytes / 1024))} KB · {file.who} <DateTime at={file.at} />
              </span>
              {remove && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('file.remove', { name: file.name })}
                  onClick={() => drop.mutate(file.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
