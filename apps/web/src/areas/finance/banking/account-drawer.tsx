import type { Call, ResultOf } from '@tradewind/contract/call.ts';
import {
  importBankStatement,
  listBankLines,
  listBankStatements,
  listMoneyAccounts,
  listMoneyEntries,
  type MoneyAccountRow,
  saveMoneyAccount,
  switchMoneyAccount,
} from '@tradewind/contract/finance/banking.ts';
import { Button, Pagination } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useActorName } from '../../../components/actor-name.ts';
import { useMay } from '../../../components/can.tsx';
import { ConfirmDanger } from '../../../components/confirm-danger.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import type { DetailTools } from '../../../components/list-page.tsx';
import { OpenButton } from '../../../components/open-button.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';
import { useRow } from '../../../components/use-row.ts';
import { useUser } from '../../../shell/session.ts';
import { bareMoney } from '../bare-money.tsx';
import { AccountForm } from './account-form.tsx';
import { ActiveTag } from './active-tag.tsx';
import { OF_BANK } from './calls.ts';
import { StatementImport } from './statement-import.tsx';

const PAGE_SIZE = 50;

export function AccountDrawer({
  id,
  row,
  tools,
}: {
  id: number;
  row: MoneyAccountRow | undefined;
  tools: DetailTools;
}): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  const { row: account, query } = useRow(listMoneyAccounts, id, row);
  return (
    <DetailDrawer
      {...tools}
      size={900}
      kind="moneyAccount"
      query={query}
      title={account?.name ?? ''}
      status={account && <ActiveTag active={account.active} />}
      subtitle={
        account && [t(`bank.accountKind.${account.kind}`), account.bankName, account.tail].filter(Boolean).join(' · ')
      }
      actions={account && <Actions account={account} />}
      tabs={
        account && [
          { key: 'lines', label: t('bank.lines'), children: <Lines account={account} /> },
          { key: 'statements', label: t('bank.statements'), children: <Statements account={account} /> },
          { key: 'entries', label: t('bank.entries'), children: <Entries account={account} /> },
        ]
      }
    >
      {account && (
        <Facts
          columns={3}
          items={[
            [t('bank.balance'), <Money key="own" amount={account.balance} currency={account.currency} />],
            [t('bank.base'), <Money key="base" amount={account.baseBalance} currency={baseCurrency} />],
            [
              t('bank.statementBalance'),
              <Money key="said" amount={account.statementBalance} currency={account.currency} />,
            ],
            [t('bank.opening'), <Money key="opening" amount={account.openingAmount} currency={account.currency} />],
            [t('bank.openingOn'), account.openingOn],
            [t('bank.statementOn'), account.statementOn],
            [t('bank.holder'), account.holder],
            [t('bank.openLines'), account.openLines],
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Actions({ account }: { account: MoneyAccountRow }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const { id, name, active } = account;
  const change = useAct(switchMoneyAccount, { refresh: OF_BANK, success: t('bank.switched') });
  return (
    <>
      {may(importBankStatement) && active && (
        <OpenButton label={t('bank.import')}>
          {(close) => <StatementImport accountId={id} onClose={close} />}
        </OpenButton>
      )}
      {may(saveMoneyAccount) && (
        <OpenButton label={t('bank.edit')}>{(close) => <AccountForm account={account} onClose={close} />}</OpenButton>
      )}
      {may(switchMoneyAccount) &&
        (active ? (
          <ConfirmDanger
            title={t('bank.deactivateTitle', { name })}
            consequence={t('bank.deactivateText')}
            verb={t('bank.deactivate')}
            onConfirm={() => change.mutateAsync({ id, active: false })}
          />
        ) : (
          <Button loading={change.isPending} onClick={() => change.mutate({ id, active: true })}>
            {t('bank.activate')}
          </Button>
        ))}
    </>
  );
}

type PagedCall = Call & {
  result: typeof listBankLines.result | typeof listMoneyEntries.result | typeof listBankStatements.result;
};
interface PagedProps<C extends PagedCall> {
  call: C;
  account: MoneyAccountRow;
  label: string;
  empty: string;
  columns: Column<ResultOf<C>['rows'][number]>[];
}
/** A short table of an account with its own pages. */
function Paged<C extends PagedCall>({ call, account, label, empty, columns }: PagedProps<C>): ReactNode {
  const [page, setPage] = useState(1);
  const input = { accountId: account.id, page, pageSize: PAGE_SIZE };
  const found = useCall(call as Call, input, { keepPrevious: true });
  const data = found.data as ResultOf<C> | undefined;
  return (
    <>
      <LineTable
        label={label}
        columns={columns}
        rows={data?.rows ?? []}
        skeleton={found.isPending ? 5 : 0}
        empty={<EmptyState title={empty} />}
      />
      <Pagination
        hideOnSinglePage
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onChange={setPage}
      />
    </>
  );
}

type LineRow = ResultOf<typeof listBankLines>['rows'][number];
function Lines({ account }: { account: MoneyAccountRow }): ReactNode {
  const { t } = useTranslation('finance');
  const columns = useMemo<Column<LineRow>[]>(
    () => [
      col.code('onDay', t('bank.day'), { width: 110, card: 'title' }),
      col.money('amount', t('bank.amount'), { currency: 'currency', signed: true }),
      col.text('said', t('bank.reference'), {
        width: 260,
        of: (row: LineRow) => [row.counterparty, row.reference].filter(Boolean).join(' · '),
      }),
      col.own(
        'match',
        t('bank.match'),
        (row) => (
          <StatusTag tone={row.matchKind ? 'good' : 'warn'}>
            {row.matchKind ? t(`bank.kind.${row.matchKind}`) : t('bank.state.open')}
          </StatusTag>
        ),
        { width: 150 },
      ),
    ],
    [t],
  );
  return (
    <Paged call={listBankLines} account={account} label={t('bank.lines')} empty={t('bank.noLines')} columns={columns} />
  );
}

type StatementRow = ResultOf<typeof listBankStatements>['rows'][number];
function Statements({ account }: { account: MoneyAccountRow }): ReactNode {
  const { t } = useTranslation('finance');
  const { currency } = account;
  const columns = useMemo<Column<StatementRow>[]>(() => {
    const money = (key: 'opening' | 'total' | 'closing') =>
      bareMoney<StatementRow>(key, t(`bank.${key}`), (row) => [row[key] ?? '0', currency], { width: 130 });
    return [
      col.code('days', t('bank.days'), {
        ...{ width: 190, card: 'title' },
        of: (row: StatementRow) => `${row.fromDay ?? ''} – ${row.toDay ?? ''}`,
      }),
      col.text('fileName', t('bank.file'), { width: 160 }),
      money('opening'),
      money('total'),
      money('closing'),
      col.own('gap', t('bank.gap'), (row) => <Gap gap={row.gap} currency={currency} />, { width: 120 }),
      col.qty('lineCount', t('bank.lines')),
      col.qty('addedCount', t('bank.added')),
      col.text('createdBy', t('bank.importedBy'), { width: 110 }),
      col.time('createdAt', t('bank.importedAt')),
    ];
  }, [t, currency]);
  return (
    <Paged
      call={listBankStatements}
      account={account}
      label={t('bank.statements')}
      empty={t('bank.noStatements')}
      columns={columns}
    />
  );
}

function Gap({ gap, currency }: { gap: string | null; currency: string }): ReactNode {
  const { t } = useTranslation('finance');
  if (gap === null) return null;
  if (Number(gap) === 0) return <StatusTag tone="good">{t('bank.noGap')}</StatusTag>;
  return (
    <StatusTag tone="bad">
      <Money amount={gap} currency={currency} />
    </StatusTag>
  );
}

type EntryRow = ResultOf<typeof listMoneyEntries>['rows'][number];
function Entries({ account }: { account: MoneyAccountRow }): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  const actorName = useActorName();
  const columns = useMemo<Column<EntryRow>[]>(
    () => [
      col.code('onDay', t('bank.day'), { width: 110, card: 'title' }),
      col.text('text', t('entry'), { width: 220 }),
      col.money('amount', t('bank.amount'), { currency: 'currency', signed: true }),
      col.code('rate', t('rate'), { width: 90 }),
      col.money('baseAmount', t('bank.base'), { currency: () => baseCurrency }),
      col.text('actor', t('bank.createdBy'), { of: (row: EntryRow) => actorName(row.actor), width: 120 }),
    ],
    [t, baseCurrency, actorName],
  );
  return (
    <Paged
      call={listMoneyEntries}
      account={account}
      label={t('bank.entries')}
      empty={t('bank.noEntries')}
      columns={columns}
    />
  );
}
