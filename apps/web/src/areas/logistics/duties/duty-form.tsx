import type { Call } from '@tradewind/contract/call.ts';
import { type DutyRate, saveDutyRate } from '@tradewind/contract/logistics.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountries } from '../../../components/countries.ts';
import { currencyOptions } from '../../../components/currencies.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';

interface DutyFormProps {
  row?: DutyRate;
  refresh: Call[];
  onClose: () => void;
}

/** Adds a duty rate, or changes one. */
export function DutyForm({ row, refresh, onClose }: DutyFormProps): ReactNode {
  const { t } = useTranslation('logistics');
  const countries = useCountries();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { id, version, ...fields } = row ?? { id: undefined, version: undefined };
  const half = { half: true } as const;
  return (
    <FormDrawer
      open
      size={620}
      title={t(row ? 'duties.edit' : 'duties.add')}
      call={saveDutyRate}
      initial={fields}
      toInput={({ origin, validTo, ...values }) => ({
        ...values,
        origin: origin ?? null,
        validTo: validTo ?? null,
        ...(id === undefined ? { idempotencyKey } : { id, version }),
      })}
      verb={t('duties.save')}
      success={t('duties.saved')}
      refresh={refresh}
      onClose={onClose}
      fields={[
        { kind: 'select', name: 'country', label: t('duties.country'), required: true, options: countries, ...half },
        { kind: 'text', name: 'hsPrefix', label: t('duties.hsPrefix'), help: t('duties.hsHelp'), ...half },
        { kind: 'select', name: 'origin', label: t('duties.origin'), options: countries, ...half },
        { kind: 'select', name: 'currency', label: t('duties.currency'), options: currencyOptions(), ...half },
        { kind: 'decimal', name: 'dutyPercent', label: t('duties.dutyPercent'), suffix: '%', ...half },
        { kind: 'decimal', name: 'vatPercent', label: t('duties.vatPercent'), suffix: '%', ...half },
        { kind: 'decimal', name: 'dutyFreeUpTo', label: t('duties.dutyFree'), help: t('duties.freeHelp'), ...half },
        { kind: 'decimal', name: 'vatFreeUpTo', label: t('duties.vatFree'), help: t('duties.freeHelp'), ...half },
        { kind: 'decimal', name: 'fee', label: t('duties.fee'), help: t('duties.feeHelp') },
        { kind: 'date', name: 'validFrom', label: t('duties.validFrom'), required: true, ...half },
        { kind: 'date', name: 'validTo', label: t('duties.validTo'), help: t('duties.validToHelp'), ...half },
        { kind: 'text', name: 'note', label: t('duties.note') },
      ]}
    />
  );
}
