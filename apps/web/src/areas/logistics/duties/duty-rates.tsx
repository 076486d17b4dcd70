import { PlusOutlined } from '@ant-design/icons';
import {
  commitDutyRates,
  type DutyRate,
  deleteDutyRates,
  dutyRateErrors,
  dutyRateTemplate,
  exportDutyRates,
  listDutyRates,
  previewDutyRates,
  saveDutyRate,
} from '@tradewind/contract/logistics.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { useCountries } from '../../../components/countries.ts';
import { type Column, ListPage } from '../../../components/list-page.tsx';
import { ImportButton } from '../../../components/open-button.tsx';
import { RowActs } from '../../../components/row-acts.tsx';
import { col } from '../../../components/table/col.tsx';
import { DutyForm } from './duty-form.tsx';

const CHANGED = [listDutyRates];

/** Duty, import VAT and fees by destination and HS code, as the company keeps them. */
export function DutyRates(): ReactNode {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const countries = useCountries();
  const [form, setForm] = useState<{ row?: DutyRate }>();
  return (
    <>
      <ListPage
        id="logistics.dutyRates"
        call={listDutyRates}
        columns={useColumns((row) => setForm({ row }))}
        filters={[
          { kind: 'select', name: 'country', label: t('duties.country'), options: countries },
          { kind: 'text', name: 'hsCode', label: t('duties.hsCode') },
        ]}
        exports={may(exportDutyRates) && { call: exportDutyRates }}
        empty={{ title: t('duties.none'), hint: t('duties.noneHint') }}
        actions={
          <>
            {may(saveDutyRate) && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
                {t('duties.add')}
              </Button>
            )}
            {may(commitDutyRates) && (
              <ImportButton
                label={t('duties.import')}
                title={t('duties.import')}
                template={dutyRateTemplate}
                preview={previewDutyRates}
                commit={commitDutyRates}
                errors={dutyRateErrors}
                refresh={CHANGED}
              />
            )}
          </>
        }
      />
      {form && <DutyForm {...form} refresh={CHANGED} onClose={() => setForm(undefined)} />}
    </>
  );
}

const shown = (figure: string) => (Number(figure) === 0 ? '' : figure);

function useColumns(onEdit: (row: DutyRate) => void): Column<DutyRate>[] {
  const { t } = useTranslation('logistics');
  const may = useMay();
  const countries = useCountries();
  return useMemo<Column<DutyRate>[]>(() => {
    const nameOf = (code: string | null) => countries.find((one) => one.value === code)?.label ?? code;
    const mayAct = may(saveDutyRate) && may(deleteDutyRates);
    return [
      col.own('country', t('duties.country'), (row) => nameOf(row.country), { width: 160, card: 'title' }),
      col.own('hsPrefix', t('duties.hsPrefix'), (row) => row.hsPrefix || t('duties.allGoods'), { width: 120 }),
      col.own('origin', t('duties.origin'), (row) => nameOf(row.origin) ?? t('duties.anyOrigin'), { width: 140 }),
      col.code('dutyPercent', t('duties.dutyPercent'), { width: 90, align: 'right' }),
      col.code('vatPercent', t('duties.vatPercent'), { width: 120, align: 'right' }),
      col.code('fee', t('duties.fee'), { width: 120, align: 'right', of: (row: DutyRate) => shown(row.fee) }),
      col.code('dutyFreeUpTo', t('duties.dutyFree'), {
        width: 120,
        align: 'right',
        of: (row: DutyRate) => shown(row.dutyFreeUpTo),
      }),
      col.code('vatFreeUpTo', t('duties.vatFree'), {
        width: 120,
        align: 'right',
        of: (row: DutyRate) => shown(row.vatFreeUpTo),
      }),
      col.code('currency', t('duties.currency'), { width: 80 }),
      col.code('days', t('duties.days'), {
        width: 210,
        of: ({ validFrom, validTo }: DutyRate) =>
          validTo ? `${validFrom} – ${validTo}` : t('rates.openEnd', { from: validFrom }),
      }),
      col.text('note', t('duties.note'), { width: 180 }),
      ...(mayAct ? [col.own<DutyRate>('acts', '', (row) => <Acts row={row} onEdit={onEdit} />, { width: 110 })] : []),
    ];
  }, [t, may, countries, onEdit]);
}

function Acts({ row, onEdit }: { row: DutyRate; onEdit: (row: DutyRate) => void }): ReactNode {
  const { t } = useTranslation('logistics');
  const remove = useAct(deleteDutyRates, { refresh: CHANGED, success: t('duties.deleted') });
  const name = [row.country, row.hsPrefix, row.origin].filter(Boolean).join(' ');
  return (
    <RowActs
      of={name}
      onEdit={() => onEdit(row)}
      title={t('duties.deleteTitle', { name })}
      consequence={t('duties.deleteText')}
      onDelete={() => remove.mutateAsync({ ids: [row.id] })}
    />
  );
}
