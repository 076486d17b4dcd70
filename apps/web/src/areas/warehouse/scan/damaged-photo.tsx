import { CameraOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { addAttachment, listAttachments } from '@tradewind/contract/documents.ts';
import { Button, Upload } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../api/client.ts';
import { useRefresh } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';

/** A photo of damaged units from the phone's camera, saved to the inbound order. */
export function DamagedPhoto({ inboundId }: { inboundId: number }): ReactNode {
  const { t } = useTranslation('warehouse');
  const refresh = useRefresh();
  const add = useMutation({
    mutationFn: (file: File) => send(addAttachment, { docKind: 'inbound', docId: inboundId }, { file }),
    onSuccess: () => {
      toast.success(t('inbound.scan.photoDone'));
      refresh(listAttachments);
    },
    onError: toast.error,
  });
  return (
    <Upload
      accept="image/jpeg,image/png"
      capture="environment"
      showUploadList={false}
      beforeUpload={(file) => {
        add.mutate(file);
        return false;
      }}
    >
      <Button size="large" icon={<CameraOutlined />} loading={add.isPending}>
        {t('inbound.scan.photo')}
      </Button>
    </Upload>
  );
}
