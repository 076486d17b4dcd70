import { DownOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { exportCategoryCustoms } from '@tradewind/contract/catalog.ts';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ImportDialog } from '../../../components/import-dialog.tsx';
import { showExports } from '../../../shell/exports-signal.ts';
import { CUSTOMS_IMPORT } from '../papers/customs-calls.ts';

/** Customs data of categories as a file, in the sheet that products have, too. */
export function CategorySheets(): ReactNode {
  const { t } = useTranslation('catalog');
  const may = useMay();
  const [open, setOpen] = useState(false);
  const customs = useAct(exportCategoryCustoms, { onDone: showExports });
  const items = [
    may(rights.product.import) &&
      may(rights.category.edit) && {
        key: 'import',
        label: t('sheets.import.customs'),
        onClick: () => setOpen(true),
      },
    may(exportCategoryCustoms) && {
      key: 'export',
      label: t('sheets.exportCustoms'),
      onClick: () => customs.mutate({}),
    },
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('sheets.more')}
        </Button>
      </Dropdown>
      {open && <ImportDialog title={t('sheets.title.customs')} {...CUSTOMS_IMPORT} onClose={() => setOpen(false)} />}
    </>
  );
}
