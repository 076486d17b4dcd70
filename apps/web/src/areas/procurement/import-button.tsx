import { UploadOutlined } from '@ant-design/icons';
import {
  commitPurchaseImport,
  commitRequisitionImport,
  listPurchases,
  listRequisitions,
  previewPurchaseImport,
  previewRequisitionImport,
  purchaseImportErrors,
  purchaseTabs,
  purchaseTemplate,
  requisitionImportErrors,
  requisitionTabs,
  requisitionTemplate,
} from '@tradewind/contract/procurement.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../components/import-dialog.tsx';

const CALLS = {
  requisition: {
    template: requisitionTemplate,
    preview: previewRequisitionImport,
    errors: requisitionImportErrors,
    commit: commitRequisitionImport,
    refresh: [listRequisitions, requisitionTabs],
  },
  purchase: {
    template: purchaseTemplate,
    preview: previewPurchaseImport,
    errors: purchaseImportErrors,
    commit: commitPurchaseImport,
    refresh: [listPurchases, purchaseTabs],
  },
};

/** Makes drafts of the lines of a sheet. */
export function ImportButton({ of }: { of: keyof typeof CALLS }): ReactNode {
  const { t } = useTranslation('procurement');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      {open && <ImportDialog title={t(`${of}.import`)} {...CALLS[of]} onClose={() => setOpen(false)} />}
    </>
  );
}
