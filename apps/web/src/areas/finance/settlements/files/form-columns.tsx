import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  SETTLEMENT_FILE_FIELDS,
  type SettlementFileColumns,
  type SettlementFileField,
  type SettlementFilePreview,
} from '@tradewind/contract/finance/settlement-files.ts';
import { LINE_KINDS, type LineKind } from '@tradewind/contract/finance/settlements.ts';
import { Button, Checkbox, Select } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOptions } from '../../../../components/currencies.ts';
import type { FieldOf } from '../../../../components/form-drawer.tsx';

interface Part {
  /** Tells rows of the form apart. */
  key?: string | undefined;
  column?: string | undefined;
  kind?: LineKind | undefined;
  taken?: boolean | undefined;
}
interface KindOf {
  term: string;
  kind: LineKind;
}
/** The columns as a form holds them: empty and half-filled fields are left out when it is sent. */
export type ColumnsForm = Partial<Record<SettlementFileField, string>> & {
  parts?: Part[];
  kinds?: KindOf[];
  total?: { term?: string; column?: string };
  fileCurrency?: string;
  dateOrder?: 'mdy' | 'dmy';
  decimal?: '.' | ',';
};

export const startOf = ({ columns }: SettlementFilePreview): ColumnsForm => (columns ?? {}) as ColumnsForm;

/** What the form says so far; nothing as long as it names no date or no amount. */
export function columnsOf(form: ColumnsForm | undefined): SettlementFileColumns | undefined {
  if (!form) return undefined;
  const { parts = [], kinds = [], total, ...rest } = form;
  const titles = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  const filled = parts.flatMap(({ column, kind, taken = false }) =>
    column ? [{ column, taken, ...(kind ? { kind } : {}) }] : [],
  );
  if (!rest.date || !(rest.amount || filled.length > 0)) return undefined;
  return {
    ...titles,
    ...{ date: rest.date, parts: filled, kinds },
    ...(total?.term && total.column ? { total: { term: total.term, column: total.column } } : {}),
  };
}

interface Owner {
  importId: number;
  idempotencyKey: string;
  columns?: ColumnsForm;
  otherColumns?: boolean;
}
/** What nearly every file has. */
const USUAL: readonly SettlementFileField[] = ['date', 'amount', 'type', 'order', 'settlementId', 'currency'];

/** Whether columns are known that few files have. */
export const hasMore = (columns: ColumnsForm): boolean =>
  !!(columns.parts?.length || columns.total || columns.fileCurrency) ||
  SETTLEMENT_FILE_FIELDS.some((field) => !USUAL.includes(field) && columns[field]);

/** `more`: also the columns that few files have. */
export function columnFields(
  t: TFunction<'finance'>,
  { titles, sample }: SettlementFilePreview,
  more: boolean,
): FieldOf<Owner>[] {
  const options = titles.map((title, at) => {
    const example = sample.map((row) => row[at] ?? '').find((cell) => cell !== '');
    return { value: title, label: example ? `${title} (${example.slice(0, 20)})` : title };
  });
  const select = (field: SettlementFileField): FieldOf<Owner> => ({
    ...{ kind: 'select', name: `columns.${field}`, label: t(`settleFile.field.${field}`), options },
    ...{ half: true, required: field === 'date' },
  });
  if (!more) return USUAL.map(select);
  return [
    ...USUAL.map(select),
    ...SETTLEMENT_FILE_FIELDS.filter((field) => !USUAL.includes(field)).map(select),
    {
      ...{ kind: 'custom', name: 'columns.parts', label: t('settleFile.parts'), required: false },
      control: <Parts titles={titles} />,
    },
    { kind: 'text', name: 'columns.total.term', label: t('settleFile.totalTerm'), half: true, required: false },
    {
      ...{ kind: 'select', name: 'columns.total.column', label: t('settleFile.totalColumn'), options },
      ...{ half: true, required: false },
    },
    {
      ...{ kind: 'select', name: 'columns.fileCurrency', label: t('settleFile.fileCurrency') },
      ...{ options: currencyOptions(), half: true, required: false },
    },
  ];
}

export function useKindOptions() {
  const { t } = useTranslation('finance');
  return LINE_KINDS.map((value) => ({ value, label: t(`settleFile.kind.${value}`) }));
}

interface Control<V> {
  value?: V;
  onChange?: (value: V) => void;
}
function Parts({ titles, value = [], onChange }: { titles: readonly string[] } & Control<Part[]>): ReactNode {
  const { t } = useTranslation('finance');
  const kinds = useKindOptions();
  const set = (at: number, part: Part) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <>
      {value.map((part, at) => (
        <div key={part.key ?? part.column} className="tw-file-part">
          <Select
            aria-label={t('settleFile.partColumn')}
            placeholder={t('settleFile.partColumn')}
            value={part.column}
            options={titles.map((title) => ({ value: title, label: title }))}
            onChange={(column) => set(at, { column })}
          />
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('settleFile.partKind')}
            placeholder={t('settleFile.partKind')}
            value={part.kind}
            options={kinds}
            onChange={(kind) => set(at, { kind })}
          />
          <Checkbox checked={part.taken ?? false} onChange={(event) => set(at, { taken: event.target.checked })}>
            {t('settleFile.takenFrom')}
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('settleFile.remove')}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, { key: crypto.randomUUID() }])}>
        {t('settleFile.addPart')}
      </Button>
    </>
  );
}
