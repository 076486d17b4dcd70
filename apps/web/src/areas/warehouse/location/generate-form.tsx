import type { InputOf } from '@tradewind/contract/call.ts';
import { countOf, generateLocationCodes, getFloorPlan, listLocations } from '@tradewind/contract/warehouse.ts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../api/toast.ts';
import { FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { formatNumber } from '../../../components/format.ts';
import { SHELVING, useMeasureFields } from '../plan/arrange-form.tsx';

interface Range {
  from: number;
  to: number;
}
const MOST = 20_000;

/** Generates areas x shelves x rows x columns, with a preview of the number and the codes. */
export function GenerateForm({ houseId: warehouseId, onClose }: { houseId: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('warehouse');
  return (
    <FormDrawer
      open
      title={t('location.generate')}
      call={generateLocationCodes}
      verb={t('location.generateVerb')}
      refresh={[listLocations, getFloorPlan]}
      initial={{
        areas: 'A, B',
        shelves: { from: 1, to: 4 },
        rows: { from: 1, to: 4 },
        columns: { from: 1, to: 10 },
        kind: 'picking',
        serpentine: true,
        tray: false,
        drawn: true,
        floor: SHELVING,
      }}
      toInput={(values: Values) => toInput(warehouseId, values)}
      onDone={(done) => toast.success(t('location.generated', { made: done.made, existed: done.existed }))}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  );
}

type Input = InputOf<typeof generateLocationCodes>;
/** The typed areas, and whether to draw the locations on the plan. */
type Values = Typed<typeof generateLocationCodes, { areas: string; drawn: boolean }>;

function toInput(warehouseId: number, { drawn, floor, capacity, ...values }: Values): Input {
  return {
    ...values,
    houseId: warehouseId,
    areas: areasOf(values.areas),
    ...(typeof capacity === 'number' ? { capacity } : {}),
    ...(drawn ? { floor: floor ?? SHELVING } : {}),
  };
}

function areasOf(text = ''): string[] {
  return text
    .split(/[\s,，、]+/)
    .filter(Boolean)
    .map((area) => area.toUpperCase());
}

function Fields(): ReactNode {
  const { t } = useTranslation('warehouse');
  const range = (name: 'shelves' | 'rows' | 'columns') =>
    (['from', 'to'] as const).map((end) => ({
      kind: 'number' as const,
      name: `${name}.${end}` as const,
      label: t(`location.${name}.${end}`),
      half: true,
    }));
  return (
    <>
      <FormFields<Values>
        fields={[
          { kind: 'text', name: 'areas', label: t('location.areas'), required: true, help: t('location.areasHelp') },
          ...range('shelves'),
          ...range('columns'),
          ...range('rows'),
          {
            kind: 'select',
            name: 'kind',
            label: t('location.kindTitle'),
            half: true,
            options: ['picking', 'storage'].map((kind) => ({ value: kind, label: t(`location.kind.${kind}`) })),
          },
          {
            kind: 'number',
            name: 'capacity',
            label: t('location.capacity'),
            half: true,
            help: t('location.capacityEach'),
          },
          { kind: 'switch', name: 'tray', label: t('location.tray'), half: true },
          {
            kind: 'switch',
            name: 'serpentine',
            label: t('location.serpentine'),
            help: t('location.serpentineHelp'),
            half: true,
          },
          { kind: 'switch', name: 'drawn', label: t('location.drawn'), help: t('location.drawnHelp') },
        ]}
      />
      <Measures />
      <Preview />
    </>
  );
}

function Measures(): ReactNode {
  const drawn = Form.useWatch('drawn', Form.useFormInstance());
  const fields = useMeasureFields('floor.');
  return drawn ? <FormFields<Values> fields={fields} /> : null;
}

function Preview(): ReactNode {
  const { t } = useTranslation('warehouse');
  const values: Partial<Values> = Form.useWatch([], Form.useFormInstance()) ?? {};
  const areas = areasOf(values.areas);
  const [shelves, rows, columns] = [values.shelves, values.rows, values.columns].map(rangeOf);
  if (areas.length === 0 || !shelves || !rows || !columns) return null;
  const count = countOf({ areas, shelves, rows, columns });
  const code = (area: string | undefined, end: 'from' | 'to') =>
    [area, two(shelves[end]), two(rows[end]), two(columns[end])].join('-');
  return (
    <p className={count > MOST ? 'tw-bad' : 'tw-muted'} role="status">
      {t(count > MOST ? 'location.tooMany' : 'location.preview', {
        total: formatNumber(count),
        first: code(areas[0], 'from'),
        last: code(areas.at(-1), 'to'),
      })}
    </p>
  );
}

const two = (n: number) => String(n).padStart(2, '0');
function rangeOf(value: unknown): Range | undefined {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return undefined;
  const { from, to } = value;
  return typeof from === 'number' && typeof to === 'number' && to >= from ? { from, to } : undefined;
}
