import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Carton } from '@tradewind/contract/cartons.ts';
import { Alert, Button, Form, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StartOf } from './form-drawer.tsx';

/** A group of identical cartons; quantities are for one carton, by line. */
export interface CartonGroup {
  copies: number;
  palletNo: number | null;
  lengthCm: string;
  widthCm: string;
  heightCm: string;
  grossKg: string;
  each: Record<string, number | null>;
}

export interface PackedLine {
  lineId: number;
  sku: string;
  quantity: number;
}

const SIZES = ['lengthCm', 'widthCm', 'heightCm', 'grossKg'] as const;
const SIZE_NAMES = { lengthCm: 'length', widthCm: 'width', heightCm: 'height', grossKg: 'gross' } as const;

/** Cartons in a form, entered as `groups`, because most cartons are identical. */
export function CartonFields({ lines }: { lines: readonly PackedLine[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <p className="tw-muted">{t('carton.groups')}</p>
      <Left lines={lines} />
      <Form.List name="groups">
        {(rows, { add, remove }) => (
          <div className="tw-form-rows">
            <table>
              <thead>
                <tr>
                  <th>{t('carton.copies')}</th>
                  <th>{t('carton.pallet')}</th>
                  {SIZES.map((size) => (
                    <th key={size}>{t(`carton.${SIZE_NAMES[size]}`)}</th>
                  ))}
                  {lines.map((line) => (
                    <th key={line.lineId}>{t('carton.each', { sku: line.sku })}</th>
                  ))}
                  <th aria-label={t('carton.remove')} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key}>
                    <td data-label={t('carton.copies')}>
                      <Box at={[row.name, 'copies']} label={t('carton.copies')} required />
                    </td>
                    <td data-label={t('carton.pallet')}>
                      <Box at={[row.name, 'palletNo']} label={t('carton.pallet')} />
                    </td>
                    {SIZES.map((size) => (
                      <td key={size} data-label={t(`carton.${SIZE_NAMES[size]}`)}>
                        <Box at={[row.name, size]} label={t(`carton.${SIZE_NAMES[size]}`)} required decimal />
                      </td>
                    ))}
                    {lines.map((line) => (
                      <td key={line.lineId} data-label={t('carton.each', { sku: line.sku })}>
                        <Box at={[row.name, 'each', String(line.lineId)]} label={t('carton.each', { sku: line.sku })} />
                      </td>
                    ))}
                    <td>
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('carton.remove')}
                        onClick={() => remove(row.name)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Button icon={<PlusOutlined />} onClick={() => add({ copies: 1, palletNo: null, each: {} })}>
              {t('carton.add')}
            </Button>
          </div>
        )}
      </Form.List>
    </>
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
        <InputNumber<string> stringMode min="0" controls={false} aria-label={label} />
      ) : (
        <InputNumber min={0} precision={0} controls={false} aria-label={label} />
      )}
    </Form.Item>
  );
}

/** Units still to pack, updated while typing. */
function Left({ lines }: { lines: readonly PackedLine[] }): ReactNode {
  const { t } = useTranslation();
  const groups = (Form.useWatch('groups') as Partial<CartonGroup>[] | undefined) ?? [];
  const answered = lines.flatMap(({ lineId, sku, quantity }) => {
    const held = groups.reduce((sum, group) => sum + (group?.copies ?? 0) * (group?.each?.[String(lineId)] ?? 0), 0);
    if (held === quantity) return [];
    return held < quantity
      ? t('carton.leftOver', { sku, count: quantity - held })
      : t('carton.tooMuch', { sku, count: held - quantity });
  });
  return (
    <Alert
      showIcon
      type={answered.length === 0 ? 'success' : 'info'}
      title={answered.length === 0 ? t('carton.allPacked') : answered.join(' · ')}
      style={{ marginBottom: 12 }}
    />
  );
}

type Unnumbered = Omit<Carton, 'number'>;
/** The form's values as the call's input. */
export const cartonsOf = (groups: readonly CartonGroup[]): Unnumbered[] => groups.flatMap(equalCartons);

function equalCartons({ copies, each, palletNo, ...size }: CartonGroup): Unnumbered[] {
  const contents = Object.entries(each ?? {}).flatMap(([lineId, quantity]) =>
    quantity ? [{ lineId: Number(lineId), quantity }] : [],
  );
  return Array.from({ length: copies }, () => ({ ...size, palletNo: palletNo ?? null, contents }));
}

/** The reverse; one empty group if there are no cartons yet. */
export function groupsOf(cartons: readonly Carton[]): StartOf<CartonGroup>[] {
  if (cartons.length === 0) return [{ copies: 1, palletNo: null, each: {} }];
  const groups: CartonGroup[] = [];
  let before = '';
  for (const { palletNo, lengthCm, widthCm, heightCm, grossKg, contents } of cartons) {
    const kind = { palletNo, lengthCm, widthCm, heightCm, grossKg };
    const key = JSON.stringify([kind, contents]);
    const last = groups.at(-1);
    if (last && key === before) last.copies++;
    else
      groups.push({
        ...kind,
        copies: 1,
        each: Object.fromEntries(contents.map(({ lineId, quantity }) => [String(lineId), quantity])),
      });
    before = key;
  }
  return groups;
}
