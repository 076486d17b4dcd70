import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  getJournalAccounts,
  JOURNAL_SYSTEMS,
  type JournalBy,
  type JournalSystem,
  journalFile,
  saveJournalAccounts,
} from '@tradewind/contract/finance/closing.ts';
import { Button, Input, Segmented, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload } from '../../../api/client.ts';
import { isLost, useAct, useCall } from '../../../api/hooks.ts';
import { toast } from '../../../api/toast.ts';
import { useMay } from '../../../components/can.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import type { Month } from './types.ts';

type Account = ResultOf<typeof getJournalAccounts>['rows'][number];
type Typed = Record<string, { code: string; name: string }>;

/** The month as journals for another program, and what our accounts are called there. */
export function JournalsTab({ month: { month } }: { month: Month }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [system, setSystem] = useState<JournalSystem>('xero');
  const [by, setBy] = useState<JournalBy>('month');
  return (
    <>
      <div className="tw-close-tools">
        <Select
          aria-label={t('close.system')}
          value={system}
          options={JOURNAL_SYSTEMS.map((value) => ({ value, label: t(`close.systems.${value}`) }))}
          onChange={setSystem}
          style={{ width: 190 }}
        />
        <Segmented
          aria-label={t('close.summed')}
          value={by}
          options={[
            { value: 'month', label: t('close.byMonth') },
            { value: 'day', label: t('close.byDay') },
          ]}
          onChange={setBy}
        />
        {may(journalFile) && (
          <Button type="primary" onClick={() => saveDownload(journalFile, { month, system, by }).catch(toast.error)}>
            {t('close.download')}
          </Button>
        )}
      </div>
      <Accounts key={system} system={system} mayEdit={may(saveJournalAccounts)} />
    </>
  );
}

function Accounts({ system, mayEdit }: { system: JournalSystem; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation('finance');
  const [typed, setTyped] = useState<Typed>({});
  const found = useCall(getJournalAccounts, { system });
  const save = useAct(saveJournalAccounts, {
    refresh: [getJournalAccounts],
    success: t('close.accountsSaved'),
    onDone: () => setTyped({}),
  });
  const columns = useMemo<Column<Account>[]>(() => {
    const field = (key: 'code' | 'name', maxLength: number) => (row: Account) => (
      <Input
        aria-label={`${row.accountName} ${t(`close.${key}`)}`}
        value={(typed[row.account] ?? row)[key]}
        disabled={!mayEdit}
        maxLength={maxLength}
        onChange={(event) =>
          setTyped({
            ...typed,
            [row.account]: { code: row.code, name: row.name, ...typed[row.account], [key]: event.target.value },
          })
        }
      />
    );
    return [
      col.text('accountName', t('close.account'), { width: 220, card: 'title' }),
      ...(system === 'quickbooks' ? [] : [col.own('code', t('close.code'), field('code', 40), { width: 160 })]),
      col.own('name', t('close.name'), field('name', 150), { width: 300 }),
      col.own(
        'own',
        '',
        (row) => !row.own && !typed[row.account] && <span className="tw-muted">{t('close.suggested')}</span>,
        { width: 90 },
      ),
    ];
  }, [t, typed, system, mayEdit]);
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  const rows = Object.entries(typed).map(([account, names]) => ({ account, ...names }));
  return (
    <>
      <LineTable
        label={t('close.tab.journals')}
        columns={columns}
        rows={found.data?.rows ?? []}
        keyOf={(row) => row.account}
        skeleton={found.isPending ? 8 : 0}
      />
      {mayEdit && (
        <Button
          style={{ marginTop: 12 }}
          disabled={rows.length === 0}
          loading={save.isPending}
          onClick={() => save.mutate({ system, rows })}
        >
          {t('close.saveAccounts')}
        </Button>
      )}
    </>
  );
}
