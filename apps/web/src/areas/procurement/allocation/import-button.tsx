import { UploadOutlined } from '@ant-design/icons';
import {
  allocationImportErrors,
  allocationTemplate,
  commitAllocationImport,
  previewAllocationImport,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { ALLOCATIONS_CHANGED } from './changed.ts';

/** Makes a draft for each warehouse of a sheet. */
export function AllocationImport(): ReactNode {
  const { t } = useTranslation('procurement');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      {open && (
        <ImportDialog
          title={t('allocation.import')}
          template={allocationTemplate}
          preview={previewAllocationImport}
          errors={allocationImportErrors}
          commit={commitAllocationImport}
          refresh={ALLOCATIONS_CHANGED}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
