import { CheckOutlined } from '@ant-design/icons';
import {
  BANK_LINE_STATES,
  type BankLineRow,
  bankLineTabs,
  confirmClearMatches,
  exportBankLines,
  importBankStatement,
  listBankLines,
} from '@tradewind/contract/finance/banking.ts';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { type Column, ListPage, tabsOf } from '../../../components/list-page.tsx';
import { col } from '../../../components/table/col.tsx';
import { OF_BANK } from './calls.ts';
import { CandidateText, ConfirmButton, Score } from './candidate.tsx';
import { LineDrawer } from './line-drawer.tsx';
import { StatementImport } from './statement-import.tsx';
import { TakenBack } from './taken-back.tsx';
import { useMoneyAccounts, useSuggestions } from './use-suggestions.ts';

/** Lines of statements, with what each belongs or may belong to. */
export function LinesPanel(): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const tabs = useCall(bankLineTabs, {});
  const { accounts } = useMoneyAccounts();
  const clear = useAct(confirmClearMatches, {
    refresh: OF_BANK,
    success: ({ done }) => (done > 0 ? t('bank.cleared', { count: done }) : t('bank.clearedNone')),
  });
  return (
    <ListPage
      id="finance.bankLines"
      call={listBankLines}
      columns={useColumns()}
      tabs={tabsOf('state', BANK_LINE_STATES, (state) => t(`bank.state.${state}`), {
        all: t('bank.state.all'),
        counts: tabs.data?.counts,
        uncounted: ['matched'],
      })}
      filters={[
        { kind: 'text', name: 'text', label: t('bank.search') },
        {
          kind: 'select',
          name: 'accountId',
          label: t('bank.account'),
          options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        { kind: 'dates', name: ['from', 'to'], label: t('bank.day') },
      ]}
      exports={may(exportBankLines) && { call: exportBankLines }}
      actions={
        may(confirmClearMatches) && (
          <Button icon={<CheckOutlined />} loading={clear.isPending} onClick={() => clear.mutate({})}>
            {t('bank.confirmClear')}
          </Button>
        )
      }
      primary={
        may(importBankStatement) &&
        accounts.length > 0 && { label: t('bank.import'), form: (close) => <StatementImport onClose={close} /> }
      }
      empty={{ title: t('bank.noLines'), hint: t('bank.noLinesHint') }}
      detail={(id, tools, row) => <LineDrawer id={id} row={row} tools={tools} />}
    />
  );
}

function useColumns(): Column<BankLineRow>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<BankLineRow>[]>(
    () => [
      col.heading('onDay', t('bank.day'), { width: 105 }),
      col.text('accountName', t('bank.account'), { width: 140 }),
      col.money('amount', t('bank.amount'), { currency: 'currency', signed: true, width: 140 }),
      col.own('said', t('bank.reference'), (row) => <Said row={row} />, { width: 220, card: 'line' }),
      col.own('match', t('bank.match'), (row) => <MatchCell row={row} />, { width: 350, card: 'line' }),
      col.money('balanceAfter', t('bank.balanceAfter'), { currency: 'currency', card: 'hide' }),
      col.code('externalId', t('bank.externalId'), { width: 150, card: 'hide' }),
    ],
    [t],
  );
}

function Said({ row }: { row: BankLineRow }): ReactNode {
  return (
    <div className="tw-bank-said">
      <div>{row.counterparty}</div>
      <div className={row.counterparty ? 'tw-muted' : ''}>{row.reference}</div>
    </div>
  );
}

function MatchCell({ row }: { row: BankLineRow }): ReactNode {
  const { t } = useTranslation('finance');
  if (row.matchKind)
    return (
      <>
        <div>
          {t(`bank.kind.${row.matchKind}`)} <TakenBack row={row} />
        </div>
        <div className="tw-muted">{row.matchedWith}</div>
      </>
    );
  return row.reversed ? <TakenBack row={row} /> : <Suggested row={row} />;
}

function Suggested({ row }: { row: BankLineRow }): ReactNode {
  const { t } = useTranslation('finance');
  const found = useSuggestions(row.id);
  const [best] = found.data ?? [];
  if (!best) return found.isPending ? null : <span className="tw-muted">{t('bank.noSuggestion')}</span>;
  return (
    <div className="tw-bank-suggested">
      <span className="tw-bank-suggested-text">
        <CandidateText candidate={best} />
      </span>
      <Score candidate={best} />
      <ConfirmButton line={row} candidate={best} />
    </div>
  );
}
