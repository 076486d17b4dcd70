import type { InputOf } from '@tradewind/contract/call.ts';
import { EXPORT_FORMATS } from '@tradewind/contract/catalog.ts';
import {
  EVERY,
  type Every,
  listReportSchedules,
  type ReportSchedule,
  reportReaders,
  saveReportSchedule,
} from '@tradewind/contract/reports/requests.ts';
import { Form } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { optionsOf } from '../../../components/list/filters.ts';
import { RemoteSelect } from '../../../components/remote-select.tsx';
import { daysChoice, daysOptions, type RequestedInput, withDays } from './days.ts';

type Input = InputOf<typeof saveReportSchedule>;
type Values = Omit<Input, 'report'> & { days: string };
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface ScheduleFormProps {
  title: string;
  requested: RequestedInput;
  /** Changes this one. */
  schedule?: ReportSchedule;
  onClose: () => void;
}

export function ScheduleForm({ title, requested, schedule, onClose }: ScheduleFormProps): ReactNode {
  const { t } = useTranslation('reports');
  const key = useMemo(() => crypto.randomUUID(), []);
  const start = schedule
    ? {
        ...{ id: schedule.id, version: schedule.version, name: schedule.name, format: schedule.format },
        ...{ every: schedule.every, weekday: schedule.weekday, monthDay: schedule.monthDay, hour: schedule.hour },
        readers: schedule.readers.map(({ id }) => id),
      }
    : { name: title, format: 'xlsx' as const, every: 'day' as const, hour: 8, readers: [] };
  return (
    <FormDrawer<typeof saveReportSchedule, Values>
      open
      title={schedule ? t('schedule.editTitle', { name: schedule.name }) : t('schedule.addTitle')}
      call={saveReportSchedule}
      initial={{ weekday: 1, monthDay: 1, ...start, days: daysChoice(requested), idempotencyKey: key }}
      toInput={({ days, ...rest }: Values): Input => ({ ...rest, report: withDays(requested, days) })}
      verb={t('schedule.save')}
      success={t('schedule.saved')}
      refresh={[listReportSchedules]}
      onClose={onClose}
      fields={[
        { kind: 'text', name: 'name', label: t('schedule.name') },
        { kind: 'select', name: 'days', label: t('schedule.days'), half: true, options: daysOptions(requested, t) },
        {
          ...{ kind: 'select', name: 'format', label: t('schedule.format'), half: true },
          options: optionsOf(EXPORT_FORMATS, (one) => (one === 'xlsx' ? 'Excel' : 'CSV')),
        },
        {
          ...{ kind: 'select', name: 'every', label: t('schedule.every'), half: true },
          options: optionsOf(EVERY, (one) => t(`schedule.everyOne.${one}`)),
        },
        {
          ...{ kind: 'select', name: 'hour', label: t('schedule.hour'), half: true },
          options: Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourWord(hour) })),
        },
      ]}
    >
      <When />
      <FormFields<Values>
        fields={[
          {
            ...{ kind: 'custom', name: 'readers', label: t('schedule.readers'), help: t('schedule.readersHelp') },
            control: <Readers known={schedule?.readers ?? []} />,
          },
        ]}
      />
    </FormDrawer>
  );
}

export const hourWord = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The day of the week or of the month. */
function When(): ReactNode {
  const { t } = useTranslation('reports');
  const every = Form.useWatch<Every>('every');
  return (
    <FormFields<Values>
      fields={[
        every === 'week' && {
          ...{ kind: 'select', name: 'weekday', label: t('schedule.weekday'), half: true },
          options: DAYS.map((day) => ({ value: day, label: t(`schedule.weekdays.${day}`) })),
        },
        every === 'month' && {
          ...{ kind: 'number', name: 'monthDay', label: t('schedule.monthDay'), half: true, min: 1, max: 31 },
          help: t('schedule.monthDayHelp'),
        },
      ]}
    />
  );
}

interface ReadersProps {
  known: readonly { id: number; name: string }[];
  value?: number[];
  onChange?: (ids: number[]) => void;
}
function Readers({ known, value, onChange }: ReadersProps): ReactNode {
  return (
    <RemoteSelect
      multiple
      call={reportReaders}
      input={(text) => ({ text })}
      options={(found) => found.map(({ id, name }) => ({ value: id, label: name }))}
      known={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? []}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
