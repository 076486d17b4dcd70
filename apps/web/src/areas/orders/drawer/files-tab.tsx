import { addAttachment, getAttachment, listAttachments, removeAttachment } from '@tradewind/contract/documents.ts';
import { getOrder } from '@tradewind/contract/orders.ts';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/hooks.ts';
import { AttachmentList } from '../../../components/attachment-list.tsx';
import type { Order } from './order-drawer.tsx';

export function FilesTab({ order }: { order: Order }): ReactNode {
  const document = { docKind: 'sales_order' as const, docId: order.id };
  const { data } = useCall(listAttachments, document);
  if (!data) return <Skeleton active />;
  return (
    <AttachmentList
      files={data.files}
      download={getAttachment}
      upload={data.mayChange ? addAttachment : undefined}
      uploadInput={document}
      remove={data.mayChange ? removeAttachment : undefined}
      refresh={[listAttachments, getOrder]}
    />
  );
}
