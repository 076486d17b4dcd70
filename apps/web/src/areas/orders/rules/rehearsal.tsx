import { ExperimentOutlined } from '@ant-design/icons';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { rehearseRules } from '@tradewind/contract/orders.ts';
import { Alert, Button, Form, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { FormValues } from '../../../components/form-drawer.tsx';
import { placeErrors } from '../../../components/place-errors.ts';
import { arrange, type Column, NO_SETTINGS } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import type { Kind } from './words.ts';

type Outcome = ResultOf<typeof rehearseRules>;
type Row = Outcome['orders'][number];

interface RehearsalProps {
  kind: Kind;
  /** The rule as it stands in the form, in the shape of the call. */
  draftOf: (values: FormValues) => Parameters<ReturnType<typeof useAct<typeof rehearseRules>>['mutate']>[0];
}

/** What the rule as it stands in the form would do with the last hundred orders. Changes nothing. */
export function Rehearsal({ kind, draftOf }: RehearsalProps): ReactNode {
  const { t } = useTranslation('orders');
  const form = Form.useFormInstance<FormValues>();
  const tried = useAct(rehearseRules, { errors: 'form' });
  const run = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    tried.mutate(draftOf(form.getFieldsValue(true)), { onError: (error) => placeErrors(form, error) });
  };
  return (
    <section className="tw-rehearsal">
      <Button icon={<ExperimentOutlined />} loading={tried.isPending} onClick={() => void run()}>
        {t('rule.rehearse')}
      </Button>
      {tried.isError && <Alert type="error" showIcon title={tried.error.message} />}
      {tried.data && <Result kind={kind} outcome={tried.data} />}
    </section>
  );
}

function Result({ kind, outcome }: { kind: Kind; outcome: Outcome }): ReactNode {
  const { t } = useTranslation('orders');
  const [only, setOnly] = useState<'changes' | 'all'>('changes');
  const changed = outcome.orders.filter((row) => row.changes);
  const columns = useMemo<Column<Row>[]>(() => {
    const said = (state: string, rule: string) => {
      if (kind !== 'review') return state || t(`rule.otherwise.${kind}`);
      const [status = '', exception] = state.split(':');
      const words = exception ? t(`exception.${exception}`) : t(`status.${status}`);
      return rule ? `${words} · ${rule}` : words;
    };
    return [
      {
        key: 'order',
        title: t('order'),
        width: 170,
        card: 'title',
        render: (row) => <span className="tw-figure">{row.displayNo}</span>,
      },
      {
        key: 'today',
        title: t('rule.today'),
        width: 210,
        render: (row) => <span className="tw-muted">{said(row.today, row.todayRule)}</span>,
      },
      {
        key: 'draft',
        title: t('rule.draft'),
        width: 210,
        render: (row) =>
          row.changes ? <strong>{said(row.draft, row.draftRule)}</strong> : said(row.draft, row.draftRule),
      },
    ];
  }, [t, kind]);
  if (outcome.looked === 0) return <EmptyState title={t('rule.noOrders')} />;
  return (
    <>
      <p role="status">
        {t('rule.outcome', { looked: outcome.looked, matched: outcome.matched, changed: changed.length })}
        {outcome.holds > outcome.matched && (
          <span className="tw-warn"> {t('rule.shadowed', { count: outcome.holds - outcome.matched })}</span>
        )}
      </p>
      <Segmented
        size="small"
        value={only}
        onChange={setOnly}
        options={[
          { value: 'changes', label: t('rule.onlyChanges', { count: changed.length }) },
          { value: 'all', label: t('rule.allLooked', { count: outcome.looked }) },
        ]}
      />
      <div className="tw-rehearsal-rows">
        <DataTable
          label={t('rule.rehearse')}
          columns={arrange(columns, NO_SETTINGS, 0)}
          rows={only === 'all' ? outcome.orders : changed}
          keyOf={(row) => row.id}
          empty={<EmptyState title={t('rule.nothingChanges')} />}
        />
      </div>
    </>
  );
}
