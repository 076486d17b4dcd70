import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import { type FbaDetail, fbaBoxLabels } from '@tradewind/contract/transit.ts';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { showPdf } from '../../../components/show-pdf.ts';

const LABELLED: readonly FbaDetail['state'][] = ['transport', 'shipped', 'receiving', 'closed'];

/** Amazon's box labels, one file per Amazon shipment. */
export function BoxLabels({ fba }: { fba: FbaDetail }): ReactNode {
  const { t } = useTranslation('transit');
  const [first] = fba.parts;
  if (!first || !LABELLED.includes(fba.state)) return null;
  const print = (partId: number) => void showPdf(fbaBoxLabels, { id: fba.id, partId }).catch(toast.error);
  if (fba.parts.length === 1)
    return (
      <Button icon={<PrinterOutlined />} onClick={() => print(first.id)}>
        {t('boxLabels')}
      </Button>
    );
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: fba.parts.map((part) => ({
          key: part.id,
          label: `${part.confirmationId} · ${part.destination} · ${t('boxCount', { count: part.boxes })}`,
        })),
        onClick: ({ key }) => print(Number(key)),
      }}
    >
      <Button icon={<PrinterOutlined />}>
        {t('boxLabels')} <DownOutlined />
      </Button>
    </Dropdown>
  );
}
