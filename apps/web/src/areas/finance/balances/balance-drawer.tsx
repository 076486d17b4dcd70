import {
  type BalanceLine,
  type BalanceRow,
  exportBalanceLines,
  getBalanceEntry,
  getPartyTerms,
  LIMITED_PARTIES,
  listAgeing,
  listBalanceLines,
  listBalances,
  savePartyTerms,
} from '@tradewind/contract/finance.ts';
import { Button, DatePicker, Pagination, Spin } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { dayOf } from '../../../components/days.ts';
import { DetailDrawer } from '../../../components/detail-drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { DateTime, Money } from '../../../components/figures.tsx';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { ExportButton } from '../../../components/list/export-button.tsx';
import { PageDrawer } from '../../../components/page-drawer.tsx';
import { col } from '../../../components/table/col.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { LineTable } from '../../../components/table/line-table.tsx';

const PAGE_SIZE = 50;
type Party = Pick<BalanceRow, 'party' | 'partyId' | 'name' | 'currency'> & Partial<BalanceRow>;

/** The lines of a party in one currency with the running balance; each opens its entry. */
export function BalanceDrawer({ of, close }: { of: Party; close: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [days, setDays] = useState<{ from?: string; to?: string }>({});
  const [page, setPage] = useState(1);
  const [entry, setEntry] = useState<number>();
  const { party, partyId, account, currency } = of;
  const filter = { party, partyId, ...(account ? { account } : {}), currency, ...days };
  const lines = useCall(listBalanceLines, { ...filter, page, pageSize: PAGE_SIZE }, { keepPrevious: true });
  const columns = useColumns(!account);
  const name = of.name || t(`balances.party.${party}`);
  return (
    <DetailDrawer
      close={close}
      size={980}
      kind="balance"
      title={name}
      subtitle={[of.accountName, currency].filter(Boolean).join(' · ')}
      query={lines}
      actions={<TermsButton of={of} />}
    >
      {lines.data && (
        <>
          <Facts
            columns={3}
            items={[
              [t('balances.opening'), <Money key="opening" amount={lines.data.opening} currency={currency} />],
              [t('balances.closing'), <Money key="closing" amount={lines.data.closing} currency={currency} />],
              [t('balances.limit'), of.limit && <Money key="limit" amount={of.limit} currency={currency} />],
            ]}
          />
          <div className="tw-balance-bar">
            <DatePicker.RangePicker
              aria-label={t('balances.days')}
              allowEmpty={[true, true]}
              onChange={(range) => {
                const [from, to] = [dayOf(range?.[0]), dayOf(range?.[1])];
                setDays({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
                setPage(1);
              }}
            />
            {may(exportBalanceLines) && <ExportButton action={{ call: exportBalanceLines }} filter={filter} />}
          </div>
          <p className="tw-muted">{t('balances.runs')}</p>
          <LineTable
            label={name}
            columns={columns}
            rows={lines.data.rows}
            onRow={(row) => setEntry(row.entryId)}
            empty={<EmptyState title={t('noEntries')} />}
          />
          <Pagination
            hideOnSinglePage
            size="small"
            showSizeChanger={false}
            current={page}
            pageSize={PAGE_SIZE}
            total={lines.data.total}
            onChange={setPage}
          />
        </>
      )}
      {entry !== undefined && <EntryDrawer id={entry} onClose={() => setEntry(undefined)} />}
    </DetailDrawer>
  );
}

function useColumns(accounts: boolean): Column<BalanceLine>[] {
  const { t } = useTranslation('finance');
  return useMemo<Column<BalanceLine>[]>(
    () => [
      col.code('onDay', t('day'), { width: 105 }),
      col.heading('text', t('entry'), { width: 240, frozen: false }),
      ...(accounts ? [col.text<BalanceLine>('accountName', t('account'), { width: 160 })] : []),
      col.code('orderNo', t('order'), { width: 180 }),
      col.money('amount', t('balances.amount'), { currency: 'currency', width: 120 }),
      col.money('balance', t('balances.running'), { currency: 'currency', width: 130, card: 'state' }),
      col.time('at', t('balances.at'), { card: 'hide' }),
    ],
    [t, accounts],
  );
}

/** All lines of an entry, and the way to its document. */
function EntryDrawer({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const entry = useCall(getBalanceEntry, { id });
  type Line = NonNullable<typeof entry.data>['lines'][number];
  const currency = entry.data?.currency ?? '';
  const columns = useMemo<Column<Line>[]>(
    () => [
      col.heading('accountName', t('account'), { width: 190, frozen: false }),
      col.text('name', t('balances.name'), { width: 150 }),
      col.money('amount', t('balances.amount'), { currency: 'currency', width: 130 }),
      col.code('rate', t('rate'), { width: 80, align: 'right' }),
      col.money('baseAmount', t('base', { currency }), { currency: () => currency, width: 130 }),
    ],
    [t, currency],
  );
  return (
    <PageDrawer open title={t('balances.entryOf', { id })} size={760} onClose={onClose}>
      {entry.data ? (
        <>
          <Facts
            columns={3}
            items={[
              [t('entry'), entry.data.text],
              [t('day'), entry.data.onDay],
              [t('balances.eventDay'), entry.data.eventDay],
              [t('balances.at'), <DateTime key="at" at={entry.data.at} />],
              [t('balances.actor'), entry.data.actor],
              [t('order'), entry.data.orderNo],
              [
                t('balances.document'),
                entry.data.path && (
                  <Link key="document" to={entry.data.path}>
                    {t('balances.openDocument')}
                  </Link>
                ),
              ],
            ]}
          />
          <LineTable label={t('entries')} columns={columns} rows={entry.data.lines} empty={null} />
        </>
      ) : (
        <Spin />
      )}
    </PageDrawer>
  );
}

/** How far the balance may go, and the days of payment. */
function TermsButton({ of }: { of: Party }): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const [key, setKey] = useState<string>();
  const party = LIMITED_PARTIES.find((one) => one === of.party);
  if (!party || !may(savePartyTerms)) return null;
  return (
    <>
      <Button onClick={() => setKey(crypto.randomUUID())}>{t('balances.terms')}</Button>
      {key && <TermsForm of={{ ...of, party }} idempotencyKey={key} onClose={() => setKey(undefined)} />}
    </>
  );
}

function TermsForm({
  of: { party, partyId, currency, name },
  idempotencyKey,
  onClose,
}: {
  of: Pick<Party, 'partyId' | 'currency' | 'name'> & { party: (typeof LIMITED_PARTIES)[number] };
  idempotencyKey: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('finance');
  const terms = useCall(getPartyTerms, { party, partyId, currency });
  if (!terms.data) return null;
  return (
    <FormDrawer
      open
      title={t('balances.termsOf', { name })}
      call={savePartyTerms}
      verb={t('balances.save')}
      success={t('balances.termsSaved')}
      refresh={[listBalances, listAgeing, getPartyTerms]}
      initial={{ party, partyId, currency, ...terms.data, idempotencyKey }}
      onClose={onClose}
      fields={[
        {
          kind: 'decimal',
          name: 'creditLimit',
          label: t('balances.creditLimit'),
          help: t('balances.creditLimitHelp'),
          suffix: currency,
          required: false,
        },
        {
          kind: 'number',
          name: 'paymentDays',
          label: t('balances.paymentDays'),
          help: t('balances.paymentDaysHelp'),
          min: 0,
          max: 365,
          required: false,
        },
      ]}
    />
  );
}
