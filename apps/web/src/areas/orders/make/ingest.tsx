import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import {
  commitOrderImport,
  listOrders,
  mergeSuggestions,
  orderImportErrors,
  orderTabs,
  orderTemplate,
  previewOrderImport,
} from '@tradewind/contract/orders.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../components/can.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { MakeForm } from './order-form.tsx';

/** Adds orders that do not come from a platform: typed, imported from a file, or pasted from a sheet. */
export function Ingest({ moduleId }: { moduleId: number }): ReactNode {
  const { t } = useTranslation('orders');
  const may = useMay();
  const [open, setOpen] = useState<'new' | 'import'>();
  const close = () => setOpen(undefined);
  if (!may(commitOrderImport)) return null;
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setOpen('new')}>
        {t('make.add')}
      </Button>
      <Button icon={<UploadOutlined />} onClick={() => setOpen('import')}>
        {t('action.import')}
      </Button>
      {open === 'new' && <MakeForm moduleId={moduleId} onClose={close} />}
      {open === 'import' && (
        <ImportDialog
          title={t('importTitle')}
          template={orderTemplate}
          preview={previewOrderImport}
          commit={commitOrderImport}
          errors={orderImportErrors}
          paste
          refresh={[listOrders, orderTabs, mergeSuggestions]}
          onClose={close}
        />
      )}
    </>
  );
}
