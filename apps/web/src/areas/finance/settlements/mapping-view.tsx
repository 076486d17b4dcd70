import { PlusOutlined } from '@ant-design/icons';
import {
  listMappings,
  listSuspense,
  type MappingRow,
  retireMapping,
  type SuspenseRow,
  saveMapping,
} from '@tradewind/contract/finance.ts';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/figures.tsx';
import type { Column } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import { LineTable } from '../../../components/table/line-table.tsx';
import { platformName } from '../../../platform-names.ts';
import { useAccounts } from './account-names.ts';
import { MAPPING_CHANGES } from './mapping-changes.ts';
import { MappingForm, type MappingStart } from './mapping-form.tsx';
import { PagedTable } from './paged-table.tsx';

/** A job may be booking lines anew. */
const EVERY_MS = 10_000;

/** Terms of platforms that no account is known for, and the company's own mappings. */
export function MappingView(): ReactNode {
  const [form, setForm] = useState<MappingStart>();
  return (
    <div className="tw-settle-panels">
      <Unknown onMap={setForm} />
      <Mappings onAdd={() => setForm({})} />
      {form && <MappingForm start={form} onClose={() => setForm(undefined)} />}
    </div>
  );
}

function Unknown({ onMap }: { onMap: (start: MappingStart) => void }): ReactNode {
  const { t } = useTranslation('finance');
  const found = useCall(listSuspense, {}, { everyMs: EVERY_MS });
  const rows = found.data?.rows ?? [];
  const columns = useTermColumns(onMap);
  return (
    <section className="tw-panel">
      <div className="tw-settle-head">
        <div>
          <h2>{t('settle.unknown')}</h2>
          <p className="tw-muted">{t('settle.unknownHint')}</p>
        </div>
        {found.data?.more && <span className="tw-muted">{t('settle.moreTerms', { count: rows.length })}</span>}
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LineTable
          label={t('settle.unknown')}
          columns={columns}
          rows={rows}
          keyOf={(row) => `${row.platform}/${row.type}`}
          skeleton={found.isPending ? 3 : 0}
          empty={<EmptyState title={t('settle.nothingUnknown')} hint={t('settle.nothingUnknownHint')} />}
        />
      )}
    </section>
  );
}

function useTermColumns(onMap: (start: MappingStart) => void): Column<SuspenseRow>[] {
  const { t } = useTranslation('finance');
  const mayMap = useMay()(saveMapping);
  const linesOf = ({ platform, type }: SuspenseRow) =>
    `?${new URLSearchParams({ view: 'lines', account: 'suspense', platform, type })}`;
  return [
    col.ownHeading('type', t('settle.type'), (row) => row.type, { width: 260 }),
    col.text('platform', t('settle.platform'), { of: (row: SuspenseRow) => platformName(row.platform), width: 120 }),
    col.qty('lines', t('settle.lines')),
    col.own(
      'amounts',
      t('settle.amount'),
      (row) => (
        <span className="tw-settle-amounts">
          {row.amounts.map(({ currency, amount }) => (
            <Money key={currency} amount={amount} currency={currency} />
          ))}
        </span>
      ),
      { width: 150, align: 'right' },
    ),
    col.code('firstDay', t('settle.firstDay'), { width: 110 }),
    col.code('lastDay', t('settle.lastDay'), { width: 110 }),
    col.own(
      'acts',
      '',
      (row) => (
        <>
          <Link to={linesOf(row)}>{t('settle.showLines')}</Link>
          {mayMap && (
            <Button type="link" size="small" onClick={() => onMap({ platform: row.platform, pattern: row.type })}>
              {t('settle.map')}
            </Button>
          )}
        </>
      ),
      { width: 170, align: 'right', card: 'line' },
    ),
  ];
}

function Mappings({ onAdd }: { onAdd: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [all, setAll] = useState(false);
  return (
    <section className="tw-panel">
      <div className="tw-settle-head">
        <div>
          <h2>{t('settle.mappings')}</h2>
          <p className="tw-muted">{t('settle.mappingsHint')}</p>
        </div>
        <span>
          <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
            {t('settle.showRetired')}
          </Checkbox>
          {may(saveMapping) && (
            <Button icon={<PlusOutlined />} onClick={onAdd}>
              {t('settle.addMapping')}
            </Button>
          )}
        </span>
      </div>
      <PagedTable
        call={listMappings}
        input={{ state: all ? 'all' : 'current' }}
        label={t('settle.mappings')}
        columns={useMappingColumns()}
        empty={t('settle.noMappings')}
      />
    </section>
  );
}

function useMappingColumns(): Column<MappingRow>[] {
  const { t } = useTranslation('finance');
  const { nameOf } = useAccounts();
  return [
    col.heading('pattern', t('settle.pattern'), { width: 260 }),
    col.text('platform', t('settle.platform'), { of: (row: MappingRow) => platformName(row.platform), width: 120 }),
    col.text('account', t('settle.account'), { of: (row: MappingRow) => nameOf(row.account), width: 180 }),
    col.text('createdBy', t('settle.createdBy'), { width: 120 }),
    col.time('createdAt', t('settle.createdAt')),
    col.time('retiredAt', t('settle.retiredAt')),
    col.own('acts', '', (row) => <Ending row={row} />, { width: 110, align: 'right', card: 'line' }),
  ];
}

function Ending({ row: { id, pattern, retiredAt } }: { row: MappingRow }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const retire = useAct(retireMapping, { refresh: MAPPING_CHANGES, success: t('settle.retiredDone') });
  if (retiredAt !== null) return <StatusTag tone="muted">{t('settle.retired')}</StatusTag>;
  if (!may(retireMapping)) return <StatusTag tone="good">{t('settle.inForce')}</StatusTag>;
  return (
    <ConfirmDanger
      type="link"
      size="small"
      danger={false}
      title={t('settle.retireTitle', { pattern })}
      consequence={t('settle.retireText')}
      verb={t('settle.retire')}
      onConfirm={() => retire.mutateAsync({ id })}
    />
  );
}
