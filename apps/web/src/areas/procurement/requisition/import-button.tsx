import { UploadOutlined } from '@ant-design/icons';
import {
  commitRequisitionImport,
  listRequisitions,
  previewRequisitionImport,
  requisitionImportErrors,
  requisitionTabs,
  requisitionTemplate,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../../components/import-dialog.tsx';

/** Makes a draft of the lines of a sheet. */
export function RequisitionImport(): ReactNode {
  const { t } = useTranslation('procurement');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      {open && (
        <ImportDialog
          title={t('requisition.import')}
          template={requisitionTemplate}
          preview={previewRequisitionImport}
          errors={requisitionImportErrors}
          commit={commitRequisitionImport}
          refresh={[listRequisitions, requisitionTabs]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
