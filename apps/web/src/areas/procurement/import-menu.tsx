import { UploadOutlined } from '@ant-design/icons';
import {
  commitSupplierImport,
  commitSupplierPriceImport,
  getSupplier,
  listSupplierPrices,
  listSuppliers,
  previewSupplierImport,
  previewSupplierPriceImport,
  supplierImportErrors,
  supplierPriceImportErrors,
  supplierPriceTemplate,
  supplierTabs,
  supplierTemplate,
} from '@tradewind/contract/procurement.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ImportDialog } from '../../components/import-dialog.tsx';
import { useSeesCosts } from '../../components/sees-costs.ts';

const CALLS = {
  suppliers: {
    template: supplierTemplate,
    preview: previewSupplierImport,
    errors: supplierImportErrors,
    commit: commitSupplierImport,
    refresh: [listSuppliers, supplierTabs, getSupplier],
  },
  prices: {
    template: supplierPriceTemplate,
    preview: previewSupplierPriceImport,
    errors: supplierPriceImportErrors,
    commit: commitSupplierPriceImport,
    refresh: [listSupplierPrices, getSupplier],
  },
};

/** Suppliers or, for users who may see costs, their prices from a sheet. */
export function ImportMenu(): ReactNode {
  const { t } = useTranslation('procurement');
  const [open, setOpen] = useState<keyof typeof CALLS>();
  const costs = useSeesCosts();
  const titles = { suppliers: t('importSuppliers'), prices: t('importPrices') };
  const items = [
    { key: 'suppliers', label: titles.suppliers },
    ...(costs ? [{ key: 'prices', label: titles.prices }] : []),
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, onClick: ({ key }) => setOpen(key === 'prices' ? 'prices' : 'suppliers') }}
      >
        <Button icon={<UploadOutlined />}>{t('import')}</Button>
      </Dropdown>
      {open && <ImportDialog title={titles[open]} {...CALLS[open]} onClose={() => setOpen(undefined)} />}
    </>
  );
}
