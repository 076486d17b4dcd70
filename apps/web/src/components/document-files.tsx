import type { Call, InputOf } from '@tradewind/contract/call.ts';
import { addAttachment, getAttachment, listAttachments, removeAttachment } from '@tradewind/contract/documents.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import { AttachmentList } from './attachment-list.tsx';
import { PageError } from './page-error.tsx';

interface DocumentFilesProps {
  docKind: InputOf<typeof listAttachments>['docKind'];
  docId: number;
  /** The calls that show the document's history. */
  refresh: readonly Call[];
}

/** Attachments of a document; the server decides who may add and delete. */
export function DocumentFiles({ docKind, docId, refresh }: DocumentFilesProps): ReactNode {
  const document = { docKind, docId };
  const { data, error, refetch } = useCall(listAttachments, document);
  if (error) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <AttachmentList
      files={data.files}
      download={getAttachment}
      upload={data.mayChange ? addAttachment : undefined}
      uploadInput={document}
      remove={data.mayChange ? removeAttachment : undefined}
      refresh={[listAttachments, ...refresh]}
    />
  );
}
