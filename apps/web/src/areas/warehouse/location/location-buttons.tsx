import { PrinterOutlined, UploadOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type LocationPlace, printLocationLabels } from '@tradewind/contract/warehouse.ts';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { showPdf } from '../../../components/show-pdf.ts';

/** The drawer or dialog open on the locations page. */
export type Opened = { what: 'form'; row?: LocationPlace } | { what: 'generate' } | { what: 'import' };
interface LocationButtonsProps {
  houseId: number;
  onOpen: (what: Opened) => void;
}

/** Print all labels, import, generate and add. */
export function LocationButtons({ houseId: warehouseId, onOpen }: LocationButtonsProps): ReactNode {
  const { t } = useTranslation('warehouse');
  const may = useMay();
  const print = (layout: string) =>
    void showPdf(printLocationLabels, { houseId: warehouseId, layout }).catch(toast.error);
  return (
    <>
      {may(printLocationLabels) && (
        <Dropdown
          menu={{
            items: ['sheet', 'roll'].map((layout) => ({ key: layout, label: t(`location.layout.${layout}`) })),
            onClick: ({ key }) => print(key),
          }}
        >
          <Button icon={<PrinterOutlined />}>{t('location.print')}</Button>
        </Dropdown>
      )}
      {may(rights.location.import) && (
        <Button icon={<UploadOutlined />} onClick={() => onOpen({ what: 'import' })}>
          {t('action.import')}
        </Button>
      )}
      {may(rights.location.add) && (
        <Button onClick={() => onOpen({ what: 'generate' })}>{t('location.generate')}</Button>
      )}
    </>
  );
}
