import { PrinterOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { type FbaDetail, fbaUnitLabels } from '@tradewind/contract/transit.ts';
import { Alert, Button, InputNumber, Popover, Space } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { AllocationLink } from '../../../components/allocation-link.tsx';
import { useMay } from '../../../components/can.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, None } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import type { Column } from '../../../components/list-page.tsx';
import { productName } from '../../../components/product-name.ts';
import { showPdf } from '../../../components/show-pdf.ts';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useSession } from '../../../shell/session.ts';
import { groupNumbers } from '../state.ts';

const MOST_LABELS = 2000;
type Line = FbaDetail['lines'][number];
type Box = FbaDetail['boxList'][number];
type Part = FbaDetail['parts'][number];

export function GoodsTab({ fba }: { fba: FbaDetail }): ReactNode {
  const { t } = useTranslation('transit');
  const base = useSession()?.user.baseCurrency ?? '';
  const may = useMay();
  const prints = may(rights.fbaShipment.label) || may(rights.fbaShipment.print);
  const columns = useMemo<Column<Line>[]>(() => {
    const groups = groupNumbers(fba.lines);
    const group: Column<Line> = {
      key: 'group',
      title: t('packingGroup'),
      width: 80,
      render: (row) => t('group', { number: groups.get(row.packingGroup) }),
    };
    return [
      col.text('sellerSku', t('sellerSku'), { width: 120, card: 'title' }),
      col.text('quantity', t('quantity'), { width: 75, align: 'right' }),
      col.text('received', t('received'), { width: 75, align: 'right' }),
      {
        key: 'product',
        title: t('product'),
        width: 200,
        card: 'line',
        render: (row) => `${row.sku} · ${productName(row)}`,
      },
      ...(groups.size > 1 ? [group] : []),
      {
        key: 'fnsku',
        title: 'FNSKU',
        width: prints ? 155 : 120,
        render: (row) => (row.fnsku ? <Fnsku fba={fba} line={row} prints={prints} /> : <None />),
      },
      {
        key: 'owners',
        title: t('owners'),
        width: 120,
        render: (row) => `${t(`owner.${row.labelOwner}`)} / ${t(`owner.${row.prepOwner}`)}`,
      },
      col.text('expiresOn', t('expiresOn'), { width: 100 }),
      {
        key: 'landedCost',
        title: t('landedCost'),
        width: 110,
        align: 'right',
        render: (row) => (row.landedCost ? formatMoney(row.landedCost, base) : <None />),
      },
    ];
  }, [t, base, fba, prints]);
  return (
    <>
      <Facts
        items={[
          [t('from'), fba.warehouseName],
          [t('amazonNo'), fba.confirmationIds.join(' ')],
          [t('readyOn'), fba.readyOn],
          [t('createdAt'), <DateTime key="c" at={fba.createdAt} />],
          [t('allocation'), fba.allocation && <AllocationLink key="l" {...fba.allocation} />],
          [t('remark'), fba.remark],
        ]}
      />
      <LineTable label={t('goods')} columns={columns} rows={fba.lines} />
    </>
  );
}

/** Prints the labels of a line, in the number of copies entered. */
function Fnsku({ fba, line, prints }: { fba: FbaDetail; line: Line; prints: boolean }): ReactNode {
  const { t } = useTranslation('transit');
  const [copies, setCopies] = useState(Math.min(line.quantity, MOST_LABELS));
  const print = () => void showPdf(fbaUnitLabels, { id: fba.id, lineId: line.id, copies }).catch(toast.error);
  return (
    <>
      {line.fnsku}
      {prints && (
        <Popover
          trigger="click"
          title={`FNSKU ${line.fnsku}`}
          content={
            <Space.Compact>
              <InputNumber
                aria-label={t('copies')}
                min={1}
                max={MOST_LABELS}
                precision={0}
                value={copies}
                onChange={(typed) => setCopies(typed ?? 1)}
              />
              <Button type="primary" onClick={print}>
                {t('print')}
              </Button>
            </Space.Compact>
          }
        >
          <Button
            type="text"
            size="small"
            icon={<PrinterOutlined />}
            aria-label={t('printLine', { sku: line.sellerSku })}
          />
        </Popover>
      )}
    </>
  );
}

export function BoxesTab({ fba }: { fba: FbaDetail }): ReactNode {
  const { t } = useTranslation('transit');
  const columns = useMemo<Column<Box>[]>(() => {
    const sku = (lineId: number) => fba.lines.find((line) => line.id === lineId)?.sellerSku ?? '';
    return [
      col.text('number', t('box'), { width: 60, align: 'right' }),
      {
        key: 'contents',
        title: t('contents'),
        width: 300,
        card: 'line',
        render: (row) => row.contents.map((one) => `${sku(one.lineId)} × ${one.quantity}`).join(', '),
      },
      {
        key: 'size',
        title: t('size'),
        width: 130,
        render: (row) => `${row.lengthCm} × ${row.widthCm} × ${row.heightCm}`,
      },
      col.text('weight', t('weight'), { of: 'grossKg', width: 90, align: 'right' }),
      col.text('boxId', t('boxId'), { width: 190, card: 'line' }),
      col.text('tracking', t('tracking'), { of: 'trackingNumber', width: 150 }),
    ];
  }, [fba, t]);
  if (fba.boxList.length === 0) return <EmptyState title={t('noBoxes')} />;
  return <LineTable label={t('tab.boxes')} columns={columns} rows={fba.boxList} keyOf={(row) => row.number} />;
}

export function PartsTab({ fba }: { fba: FbaDetail }): ReactNode {
  const { t } = useTranslation('transit');
  const columns = useMemo<Column<Part>[]>(
    () => [
      col.text('confirmationId', t('amazonNo'), { width: 125 }),
      col.text('destination', t('destination'), { width: 80 }),
      {
        key: 'status',
        title: t('stateTitle'),
        width: 105,
        card: 'state',
        // Amazon may add statuses that we do not know yet.
        render: (row) => t(`amazonStatus.${row.status}`, { defaultValue: row.status }),
      },
      col.text('boxes', t('boxes'), { width: 60, align: 'right' }),
      {
        key: 'units',
        title: t('receivedOf'),
        width: 115,
        align: 'right',
        render: (row) => `${row.received} / ${row.units}`,
      },
      {
        key: 'carrier',
        title: t('carrier'),
        width: 95,
        render: (row) => row.transports.find((one) => one.chosen)?.carrier ?? <None />,
      },
      col.time('window', t('window'), { of: 'windowFrom', width: 137 }),
      col.text('inbound', t('inbound'), { of: 'inboundNo', width: 170 }),
    ],
    [t],
  );
  if (fba.parts.length === 0) return <EmptyState title={t('noParts')} />;
  return (
    <>
      {fba.parts.map(
        ({ id, confirmationId: number, readError: why }) =>
          why && <Alert key={id} type="warning" showIcon title={t('notTakenIn', { number, why })} />,
      )}
      <LineTable label={t('tab.parts')} columns={columns} rows={fba.parts} />
    </>
  );
}
