import { DownOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  commitImageZip,
  commitPackagingImport,
  exportCustoms,
  exportPackaging,
  getPackaging,
  listProducts,
  packagingImportErrors,
  packagingTemplate,
  previewImageZip,
  previewPackagingImport,
  productFilter,
} from '@tradewind/contract/catalog.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAct } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ImportDialog } from '../../components/import-dialog.tsx';
import { showExports } from '../../shell/exports-signal.ts';
import { CUSTOMS_IMPORT } from './papers/customs-calls.ts';

const IMPORTS = {
  images: { preview: previewImageZip, commit: commitImageZip, refresh: [listProducts] },
  customs: CUSTOMS_IMPORT,
  packaging: {
    template: packagingTemplate,
    preview: previewPackagingImport,
    errors: packagingImportErrors,
    commit: commitPackagingImport,
    refresh: [getPackaging, listProducts],
  },
} as const;
type Kind = keyof typeof IMPORTS;
const KINDS = ['images', 'customs', 'packaging'] as const satisfies readonly Kind[];

/** Pictures, customs data and packaging of products as files: imports, and exports of the listed products. */
export function SheetsButton(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const filter = useListFilter();
  const [open, setOpen] = useState<Kind>();
  const customs = useAct(exportCustoms, { onDone: showExports });
  const packaging = useAct(exportPackaging, { onDone: showExports });
  const items = [
    ...(may(rights.product.import)
      ? KINDS.map((kind) => ({ key: kind, label: t(`sheets.import.${kind}`), onClick: () => setOpen(kind) }))
      : []),
    ...(may(rights.product.export)
      ? [
          { key: 'exportCustoms', label: t('sheets.exportCustoms'), onClick: () => customs.mutate(filter) },
          { key: 'exportPackaging', label: t('sheets.exportPackaging'), onClick: () => packaging.mutate(filter) },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('sheets.more')}
        </Button>
      </Dropdown>
      {open && <ImportDialog title={t(`sheets.title.${open}`)} {...IMPORTS[open]} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The filter of the list, which stands in the address; its first tab is that of enabled products. */
function useListFilter() {
  const [params] = useSearchParams();
  const known = productFilter.keyof().options.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  const parsed = productFilter.safeParse({ status: 'enabled', ...Object.fromEntries(known) });
  return parsed.success ? parsed.data : { status: 'all' as const };
}
