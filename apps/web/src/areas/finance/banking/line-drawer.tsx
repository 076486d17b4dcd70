import type { UseQueryResult } from '@tanstack/react-query';
import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type BankLineRow,
  BOOKABLE_ACCOUNTS,
  type BookableAccount,
  bankMatchEntries,
  bookBankLine,
  confirmBankMatch,
  listBankLines,
  listMatchTargets,
  type MatchTarget,
  undoBankMatch,
} from '@tradewind/contract/finance/banking.ts';
import { Button, Checkbox, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall } from '../../../api/hooks.ts';
import { useActorName } from '../../../components/actor-name.ts';
import { useMay } from '../../../components/can.tsx';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import type { DetailTools } from '../../../components/list-page.tsx';
import { PageError } from '../../../components/page-error.tsx';
import { StatusTag } from '../../../components/status-tag.tsx';
import { useRow } from '../../../components/use-row.ts';
import { useUser } from '../../../shell/session.ts';
import { LedgerLines } from '../lines.tsx';
import { OF_BANK } from './calls.ts';
import { CandidateCard } from './candidate.tsx';
import { TakenBack } from './taken-back.tsx';
import { useSuggestions } from './use-suggestions.ts';

export function LineDrawer({
  id,
  row,
  tools,
}: {
  id: number;
  row: BankLineRow | undefined;
  tools: DetailTools;
}): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const actorName = useActorName();
  const { row: line, query } = useRow(listBankLines, id, row);
  const matchId = line?.matchId ?? 0;
  const booked = useCall(bankMatchEntries, { matchId }, { enabled: matchId > 0 });
  const undo = useAct(undoBankMatch, { refresh: OF_BANK, success: t('bank.undone') });
  const open = line && line.matchId === null && !line.reversed;
  return (
    <DetailDrawer
      {...tools}
      size={860}
      kind="bankLine"
      query={query}
      title={line ? `${line.onDay} · ${line.accountName}` : ''}
      status={
        line && (
          <>
            {(open || line.matchId !== null) && (
              <StatusTag tone={open ? 'warn' : 'good'}>{t(open ? 'bank.state.open' : 'bank.state.matched')}</StatusTag>
            )}
            <TakenBack row={line} />
          </>
        )
      }
      actions={
        matchId > 0 &&
        may(undoBankMatch) && (
          <Button loading={undo.isPending} onClick={() => undo.mutate({ matchId })}>
            {t('bank.undo')}
          </Button>
        )
      }
      tabs={
        line && [
          matchId > 0 && { key: 'entries', label: t('bank.entries'), children: <Entries booked={booked} /> },
          open && { key: 'suggestions', label: t('bank.suggestions'), children: <Suggestions line={line} /> },
          open && may(confirmBankMatch) && { key: 'byHand', label: t('bank.byHand'), children: <ByHand line={line} /> },
          open && may(bookBankLine) && { key: 'book', label: t('bank.bookTo'), children: <BookTo line={line} /> },
        ]
      }
    >
      {line && (
        <Facts
          items={[
            [t('bank.amount'), <Money key="amount" amount={line.amount} currency={line.currency} signed />],
            [t('bank.counterparty'), line.counterparty],
            [t('bank.reference'), line.reference],
            [t('bank.valueDay'), line.valueDay],
            [t('bank.externalId'), line.externalId],
            [t('bank.balanceAfter'), <Money key="after" amount={line.balanceAfter} currency={line.currency} />],
            ...(line.matchKind
              ? ([
                  [t('bank.match'), [t(`bank.kind.${line.matchKind}`), line.matchedWith].filter(Boolean).join(' · ')],
                  [t('bank.matchedBy'), actorName(line.matchedBy)],
                  ...(booked.data?.difference
                    ? [
                        [
                          t('bank.exchangeDifference'),
                          <Money key="fx" amount={booked.data.difference} currency={booked.data.baseCurrency} signed />,
                        ],
                      ]
                    : []),
                ] as [string, ReactNode][])
              : []),
          ]}
        />
      )}
    </DetailDrawer>
  );
}

function Entries({
  booked: { data, error, isPending, refetch },
}: {
  booked: UseQueryResult<ResultOf<typeof bankMatchEntries>>;
}): ReactNode {
  const { t } = useTranslation('finance');
  const { baseCurrency } = useUser();
  if (error) return <PageError error={error} onRetry={() => void refetch()} />;
  return (
    <LedgerLines
      label={t('bank.entries')}
      lines={data?.lines ?? []}
      currency={data?.baseCurrency ?? baseCurrency}
      loading={isPending}
    />
  );
}

const nothing = () => {};
function Suggestions({ line }: { line: BankLineRow }): ReactNode {
  const { t } = useTranslation('finance');
  const found = useSuggestions(line.id);
  if (!found.data?.length) return found.isPending ? null : <EmptyState title={t('bank.noSuggestion')} />;
  return (
    <ul className="tw-bank-candidates">
      {found.data.map((candidate, at) => (
        <CandidateCard key={`${line.id}/${at.toString()}`} line={line} candidate={candidate} onDone={nothing} />
      ))}
    </ul>
  );
}

function ByHand({ line }: { line: BankLineRow }): ReactNode {
  const { t } = useTranslation('finance');
  const targets = useCall(listMatchTargets, { lineId: line.id, pageSize: 200 });
  const [chosen, setChosen] = useState<number[]>([]);
  const [rest, setRest] = useState<'partial' | 'acceptFee'>();
  const match = useAct(confirmBankMatch, { refresh: OF_BANK, success: t('bank.confirmed') });
  const rows = targets.data?.rows ?? [];
  const label = ({ onDay, label: name, amount, currency }: MatchTarget) =>
    `${onDay} · ${name} · ${formatMoney(amount, currency)}`;
  if (targets.data && rows.length === 0) return <EmptyState title={t('bank.noTargets')} />;
  const choose = (value: 'partial' | 'acceptFee') => (
    <Checkbox checked={rest === value} onChange={({ target }) => setRest(target.checked ? value : undefined)}>
      {t(`bank.${value}`)}
    </Checkbox>
  );
  return (
    <div className="tw-bank-hand">
      <Select
        mode="multiple"
        aria-label={t('bank.byHand')}
        placeholder={t('bank.byHandHint')}
        value={chosen}
        options={rows.map((target) => ({ value: target.ledgerLineId, label: label(target) }))}
        optionFilterProp="label"
        onChange={setChosen}
      />
      {choose('partial')}
      {choose('acceptFee')}
      <div>
        <Button
          type="primary"
          disabled={chosen.length === 0}
          loading={match.isPending}
          onClick={() => match.mutate({ lineIds: [line.id], ledgerLineIds: chosen, ...(rest ? { [rest]: true } : {}) })}
        >
          {t('bank.matchChosen')}
        </Button>
      </div>
    </div>
  );
}

function BookTo({ line }: { line: BankLineRow }): ReactNode {
  const { t } = useTranslation('finance');
  const [account, setAccount] = useState<BookableAccount>();
  const book = useAct(bookBankLine, { refresh: OF_BANK, success: t('bank.booked') });
  return (
    <div className="tw-bank-hand">
      <Select<BookableAccount>
        aria-label={t('bank.bookTo')}
        placeholder={t('bank.chooseAccount')}
        {...(account ? { value: account } : {})}
        options={BOOKABLE_ACCOUNTS.map((value) => ({ value, label: t(`bank.bookable.${value}`) }))}
        onChange={setAccount}
      />
      <div>
        <Button
          type="primary"
          disabled={!account}
          loading={book.isPending}
          onClick={() => account && book.mutate({ lineId: line.id, account })}
        >
          {t('bank.book')}
        </Button>
      </div>
    </div>
  );
}
