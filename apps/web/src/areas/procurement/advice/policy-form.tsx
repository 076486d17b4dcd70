import {
  getAdviceSettings,
  type Policy,
  REVIEWS,
  type ReplayResult,
  replayAdvice,
  saveAdviceSettings,
} from '@tradewind/contract/procurement.ts';
import { Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { type FieldsOf, FormDrawer, type Typed } from '../../../components/form-drawer.tsx';
import { FormFields } from '../../../components/form-fields.tsx';
import { formatMoney, formatNumber, formatPercent } from '../../../components/format.ts';
import { optionsOf } from '../../../components/list/filters.ts';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useSession } from '../../../shell/session.ts';
import { fromPercent, inPercent, WeightsField } from './weights-field.tsx';

type Values = Typed<typeof saveAdviceSettings, { goal: number; weights: number[] }>;

const policyOf = ({ goal, weights, review, reviewDays, leadDays }: Values): Policy => ({
  ...{ review, reviewDays: Number(reviewDays), leadDays: Number(leadDays) },
  goal: Math.round(goal * 100) / 10_000,
  weights: fromPercent(weights),
});

/** The company's settings, which can be replayed on the past before they are saved. */
export function PolicyForm({ policy, onClose }: { policy: Policy; onClose: () => void }): ReactNode {
  const { t } = useTranslation('procurement');
  return (
    <FormDrawer
      open
      size={560}
      title={t('advice.settings.title')}
      call={saveAdviceSettings}
      initial={{ ...policy, goal: Math.round(policy.goal * 10_000) / 100, weights: inPercent(policy.weights) }}
      toInput={(values: Values) => policyOf(values)}
      verb={t('advice.settings.save')}
      success={t('advice.settings.saved')}
      refresh={[getAdviceSettings]}
      onClose={onClose}
    >
      <PolicyFields />
      <Replay />
    </FormDrawer>
  );
}

function PolicyFields(): ReactNode {
  const { t } = useTranslation('procurement');
  const fields: FieldsOf<Values> = [
    {
      kind: 'number',
      name: 'goal',
      label: t('advice.settings.goal'),
      half: true,
      min: 50,
      max: 99.9,
      digits: 1,
      suffix: '%',
      help: t('advice.settings.goalHelp'),
    },
    {
      kind: 'number',
      name: 'leadDays',
      label: t('advice.settings.leadDays'),
      half: true,
      suffix: t('days'),
      help: t('advice.settings.leadHelp'),
    },
    {
      kind: 'select',
      name: 'review',
      label: t('advice.settings.review'),
      half: true,
      options: optionsOf(REVIEWS, (one) => t(`advice.reviews.${one}`)),
    },
    {
      kind: 'number',
      name: 'reviewDays',
      label: t('advice.settings.reviewDays'),
      half: true,
      suffix: t('days'),
      help: t('advice.settings.reviewHelp'),
    },
  ];
  return (
    <>
      <FormFields<Values> fields={fields} />
      <WeightsField />
    </>
  );
}

interface Measure {
  key: string;
  label: string;
  of: (one: ReplayResult) => string;
}

function Replay(): ReactNode {
  const { t } = useTranslation('procurement');
  const form = Form.useFormInstance<Values>();
  const replay = useAct(replayAdvice, {});
  const found = replay.data;
  return (
    <section className="tw-panel tw-advice-replay">
      <Button loading={replay.isPending} onClick={() => replay.mutate(policyOf(form.getFieldsValue(true) as Values))}>
        {t('advice.settings.replay')}
      </Button>
      <p className="tw-muted">
        {found?.saved
          ? t('advice.settings.replayed', { products: found.products, days: found.days })
          : found
            ? t('advice.settings.tooNew')
            : t('advice.settings.replayHint')}
      </p>
      {found?.saved && found.draft && <Compared saved={found.saved} draft={found.draft} />}
    </section>
  );
}

function Compared({ saved, draft }: { saved: ReplayResult; draft: ReplayResult }): ReactNode {
  const { t } = useTranslation('procurement');
  const currency = useSession()?.user.baseCurrency ?? '';
  const rows: Measure[] = [
    { key: 'inStock', label: t('advice.settings.inStock'), of: (one) => formatPercent(one.inStock) },
    { key: 'sold', label: t('advice.settings.sold'), of: (one) => formatPercent(one.sold) },
    {
      key: 'cover',
      label: t('advice.settings.cover'),
      of: (one) => (one.cover === null ? '–' : formatNumber(one.cover, { max: 1 })),
    },
    ...(saved.cash === null
      ? []
      : [
          {
            key: 'cash',
            label: t('advice.settings.cash'),
            of: (one: ReplayResult) => `${formatMoney(one.cash ?? '0', currency)} ${currency}`,
          },
        ]),
    { key: 'orders', label: t('advice.settings.orders'), of: (one) => formatNumber(one.orders) },
  ];
  const columns: Column<Measure>[] = [
    col.text('label', t('advice.settings.measure'), { width: 160, card: 'title' }),
    col.code('saved', t('advice.settings.nowSaved'), {
      of: (row: Measure) => row.of(saved),
      width: 130,
      align: 'right',
    }),
    col.code('draft', t('advice.settings.draft'), { of: (row: Measure) => row.of(draft), width: 130, align: 'right' }),
  ];
  return (
    <LineTable
      cards={false}
      label={t('advice.settings.replay')}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.key}
    />
  );
}
