import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  packWholesale,
  type WholesaleCarton,
  type WholesaleDetail,
  type WholesaleShipment,
} from '@tradewind/contract/wholesale.ts';
import { Alert, Button, Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { CHANGED } from './changed.ts';

/** Some equal cartons: quantities are those of one of them, by line. */
interface Group {
  copies: number;
  palletNo: number | null;
  lengthCm: string;
  widthCm: string;
  heightCm: string;
  grossKg: string;
  each: Record<string, number | null>;
}

interface PackProps {
  order: WholesaleDetail;
  shipment: WholesaleShipment;
  onClose: () => void;
}

const SIZES = ['lengthCm', 'widthCm', 'heightCm', 'grossKg'] as const;
const SIZE_NAMES = { lengthCm: 'length', widthCm: 'width', heightCm: 'height', grossKg: 'gross' } as const;

/** Cartons of a shipment: typed by kinds of carton, since most of them are equal. */
export function PackForm({ order, shipment, onClose }: PackProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const lines = shipment.lines.map((line) => ({
    ...line,
    sku: order.lines.find((one) => one.id === line.lineId)?.sku ?? '',
  }));
  const groups = shipment.cartons.length > 0 ? groupsOf(shipment.cartons) : [{ copies: 1, palletNo: null, each: {} }];
  return (
    <FormDrawer
      open
      size={920}
      title={t('packTitle', { number: shipment.number })}
      call={packWholesale}
      initial={{ groups }}
      toInput={({ groups: typed }) => ({
        shipmentId: shipment.id,
        cartons: (typed as Group[]).flatMap((group) => cartonsOf(group)),
      })}
      verb={t('savePacking')}
      success={t('packed')}
      refresh={CHANGED}
      onClose={onClose}
    >
      <p className="tw-muted">{t('cartonGroups')}</p>
      <Left lines={lines} />
      <Form.List name="groups">
        {(rows, { add, remove }) => (
          <div className="tw-wholesale-lines">
            <table>
              <thead>
                <tr>
                  <th>{t('copies')}</th>
                  <th>{t('pallet')}</th>
                  {SIZES.map((size) => (
                    <th key={size}>{t(SIZE_NAMES[size])}</th>
                  ))}
                  {lines.map((line) => (
                    <th key={line.lineId}>{t('perCarton', { sku: line.sku })}</th>
                  ))}
                  <th aria-label={t('removeLine')} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key}>
                    <td>
                      <Box at={[row.name, 'copies']} label={t('copies')} required />
                    </td>
                    <td>
                      <Box at={[row.name, 'palletNo']} label={t('pallet')} />
                    </td>
                    {SIZES.map((size) => (
                      <td key={size}>
                        <Box at={[row.name, size]} label={t(SIZE_NAMES[size])} required decimal />
                      </td>
                    ))}
                    {lines.map((line) => (
                      <td key={line.lineId}>
                        <Box at={[row.name, 'each', String(line.lineId)]} label={t('perCarton', { sku: line.sku })} />
                      </td>
                    ))}
                    <td>
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('removeLine')}
                        onClick={() => remove(row.name)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Button icon={<PlusOutlined />} onClick={() => add({ copies: 1, palletNo: null, each: {} })}>
              {t('addCartons')}
            </Button>
          </div>
        )}
      </Form.List>
    </FormDrawer>
  );
}

interface BoxProps {
  at: (string | number)[];
  label: string;
  required?: boolean;
  decimal?: boolean;
}

function Box({ at, label, required, decimal }: BoxProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Form.Item name={at} rules={required ? [{ required: true, message: t('form.required', { name: label }) }] : []}>
      {decimal ? (
        <InputNumber<string> stringMode min="0" controls={false} aria-label={label} style={{ width: 76 }} />
      ) : (
        <InputNumber min={0} precision={0} controls={false} aria-label={label} style={{ width: 76 }} />
      )}
    </Form.Item>
  );
}

/** What is still to be packed, as it is typed. */
function Left({ lines }: { lines: readonly { lineId: number; sku: string; quantity: number }[] }): ReactNode {
  const { t } = useTranslation('wholesale');
  const groups = (Form.useWatch('groups') as Partial<Group>[] | undefined) ?? [];
  const told = lines.flatMap(({ lineId, sku, quantity }) => {
    const held = groups.reduce((sum, group) => sum + (group?.copies ?? 0) * (group?.each?.[String(lineId)] ?? 0), 0);
    if (held === quantity) return [];
    return held < quantity
      ? t('leftOver', { sku, count: quantity - held })
      : t('tooMuch', { sku, count: held - quantity });
  });
  return (
    <Alert
      showIcon
      type={told.length === 0 ? 'success' : 'info'}
      title={told.length === 0 ? t('allPacked') : told.join(' · ')}
      style={{ marginBottom: 12 }}
    />
  );
}

function cartonsOf({ copies, each, palletNo, ...size }: Group): object[] {
  const contents = Object.entries(each ?? {}).flatMap(([lineId, quantity]) =>
    quantity ? [{ lineId: Number(lineId), quantity }] : [],
  );
  return Array.from({ length: copies }, () => ({ ...size, palletNo: palletNo ?? null, contents }));
}

function groupsOf(cartons: readonly WholesaleCarton[]): Group[] {
  const groups: Group[] = [];
  let before = '';
  for (const { number: _number, contents, ...carton } of cartons) {
    const key = JSON.stringify([carton, contents]);
    const last = groups.at(-1);
    if (last && key === before) last.copies++;
    else
      groups.push({
        ...carton,
        copies: 1,
        each: Object.fromEntries(contents.map(({ lineId, quantity }) => [String(lineId), quantity])),
      });
    before = key;
  }
  return groups;
}
