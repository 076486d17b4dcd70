import { type MonthFigure, monthFigures } from '@tradewind/contract/finance/closing.ts';
import { Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../../api/hooks.ts';
import { None } from '../../../components/figures.tsx';
import { formatMoney } from '../../../components/format.ts';
import { PageError } from '../../../components/page-error.tsx';
import { AccountDrawer, type Opened } from './account-drawer.tsx';
import type { Month } from './types.ts';

type Kind = 'profit' | 'balance' | 'trial';
/** What a figure of a row opens. */
type Cell = { value: string | null; opens?: Opened['of'] };
interface Line {
  key: string;
  label: string;
  cells: Cell[];
  account?: MonthFigure;
  sum?: boolean;
}

/** Income, debts and equity are credits: readers expect them without a sign. */
const minus = (amount: string | null) =>
  amount === null ? null : amount.startsWith('-') ? amount.slice(1) : Number(amount) === 0 ? amount : `-${amount}`;
/** To the cent, so that sums of texts are exact. */
const cents = (amount: string) => Math.round(Number(amount) * 100);
const total = (rows: readonly MonthFigure[], of: (row: MonthFigure) => string | null) =>
  (rows.reduce((sum, row) => sum + cents(of(row) ?? '0'), 0) / 100).toFixed(2);
const less = (a: string, b: string) => ((cents(a) - cents(b)) / 100).toFixed(2);

/** The statements of a month: now or of a closed version, beside another version. Every figure opens. */
export function Statements({ month, show }: { month: Month; show: Kind }): ReactNode {
  const { t } = useTranslation('finance');
  const kept = month.versions.filter((one) => one.figuresAt !== null).map((one) => one.version);
  const [compare, setCompare] = useState<number>();
  const [opened, setOpened] = useState<Opened>();
  const other = compare !== undefined && kept.includes(compare) ? compare : undefined;
  const found = useCall(
    monthFigures,
    { month: month.month, ...(other === undefined ? {} : { compare: other }) },
    { keepPrevious: true },
  );
  if (isLost(found)) return <PageError error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { currency, rows, version } = found.data;
  const options = [
    { value: 0, label: t('close.noCompare') },
    ...kept
      .filter((one) => one !== version)
      .map((one) => ({ value: one, label: t('close.version', { version: one }) })),
  ];
  const compared = found.data.compare;
  const heads = headsOf(show, compared, t);
  const lines = { profit: profitLines, balance: balanceLines, trial: trialLines }[show](rows, compared, t);
  return (
    <>
      <div className="tw-close-tools">
        <span className="tw-muted">{version === null ? t('close.live') : t('close.kept', { version })}</span>
        {options.length > 1 && (
          <span>
            {t('close.compare')}{' '}
            <Select
              aria-label={t('close.compare')}
              value={other ?? 0}
              options={options}
              onChange={(one) => setCompare(one === 0 ? undefined : one)}
              style={{ width: 120 }}
            />
          </span>
        )}
      </div>
      <section
        className="tw-close-table"
        aria-label={t(`close.tab.${show}`)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th>{currency}</th>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <StatementLine key={line.key} line={line} currency={currency} onOpen={setOpened} compared={compared} />
            ))}
          </tbody>
        </table>
      </section>
      {opened && (
        <AccountDrawer month={month.month} opened={opened} currency={currency} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

interface StatementLineProps {
  line: Line;
  currency: string;
  compared: number | null;
  onOpen: (opened: Opened) => void;
}

function StatementLine({ line, currency, compared, onOpen }: StatementLineProps): ReactNode {
  const { account } = line;
  return (
    <tr data-sum={line.sum || undefined}>
      <th scope="row">{line.label}</th>
      {line.cells.map(({ value, opens }, at) => {
        const shown = value === null || Number(value) === 0 ? <None /> : formatMoney(value, currency);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row have no other name
          <td key={at} className="tw-money">
            {account && opens && value !== null && Number(value) !== 0 ? (
              <button
                type="button"
                className="tw-explain"
                onClick={() =>
                  onOpen({ account: account.account, name: account.accountName, of: opens, version: compared })
                }
              >
                {shown}
              </button>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}

type T = ReturnType<typeof useTranslation<'finance'>>['t'];

function headsOf(show: Kind, compared: number | null, t: T): string[] {
  const own = {
    profit: [t('close.thisMonth'), t('close.lastMonth'), t('close.change')],
    balance: [t('close.closing'), t('close.opening')],
    trial: [t('close.opening'), t('close.debit'), t('close.credit'), t('close.closing')],
  }[show];
  return compared === null ? own : [...own, t('close.otherVersion', { version: compared }), t('close.difference')];
}

/** The other version and the difference to it, which opens into what came since. */
function besides(now: string, other: string | null, compared: number | null): Cell[] {
  return compared === null ? [] : [{ value: other }, { value: less(now, other ?? '0'), opens: 'since' }];
}

function profitLines(rows: readonly MonthFigure[], compared: number | null, t: T): Line[] {
  const of = (kind: 'income' | 'expense'): Line[] => {
    const mine = rows.filter((row) => row.kind === kind);
    const signed = (amount: string | null) => (kind === 'income' ? minus(amount) : amount);
    const cells = (now: string, before: string, other: string | null): Cell[] => [
      { value: now, opens: 'movement' },
      { value: before },
      { value: less(now, before) },
      ...besides(now, other, compared),
    ];
    return [
      ...mine.map((row) => ({
        key: row.account,
        label: row.accountName,
        account: row,
        cells: cells(signed(row.movement) ?? '0', signed(row.before) ?? '0', signed(row.otherMovement)),
      })),
      {
        key: kind,
        label: t(`close.${kind}`),
        sum: true,
        cells: cells(
          total(mine, (row) => signed(row.movement)),
          total(mine, (row) => signed(row.before)),
          total(mine, (row) => signed(row.otherMovement)),
        ),
      },
    ];
  };
  const all = rows.filter((row) => row.kind === 'income' || row.kind === 'expense');
  const now = total(all, (row) => minus(row.movement));
  const before = total(all, (row) => minus(row.before));
  const other = total(all, (row) => minus(row.otherMovement));
  const profit = [{ value: now }, { value: before }, { value: less(now, before) }, ...besides(now, other, compared)];
  return [...of('income'), ...of('expense'), { key: 'profit', label: t('close.profit'), sum: true, cells: profit }];
}

function balanceLines(rows: readonly MonthFigure[], compared: number | null, t: T): Line[] {
  const cells = (now: string, opening: string, other: string | null): Cell[] => [
    { value: now, opens: 'closing' },
    { value: opening },
    ...besides(now, other, compared),
  ];
  const made = (
    kinds: readonly string[],
    label: string,
    more: Line[] = [],
    also: readonly MonthFigure[] = [],
  ): Line[] => {
    const mine = rows.filter((row) => kinds.includes(row.kind));
    const signed = (row: MonthFigure, amount: string | null) => (row.kind === 'asset' ? amount : minus(amount));
    const whole = [...mine, ...also];
    return [
      ...mine.map((row) => ({
        key: row.account,
        label: row.accountName,
        account: row,
        cells: cells(signed(row, row.closing) ?? '0', signed(row, row.opening) ?? '0', signed(row, row.otherClosing)),
      })),
      ...more,
      {
        key: label,
        label,
        sum: true,
        cells: cells(
          total(whole, (row) => signed(row, row.closing)),
          total(whole, (row) => signed(row, row.opening)),
          total(whole, (row) => signed(row, row.otherClosing)),
        ),
      },
    ];
  };
  const earned = rows.filter((row) => row.kind === 'income' || row.kind === 'expense');
  const retained: Line = {
    key: 'retained',
    label: t('close.retained'),
    cells: cells(
      total(earned, (row) => minus(row.closing)),
      total(earned, (row) => minus(row.opening)),
      total(earned, (row) => minus(row.otherClosing)),
    ),
  };
  return [
    ...made(['asset'], t('close.assets')),
    ...made(['liability'], t('close.liabilities')),
    ...made(['equity'], t('close.equity'), [retained], earned),
  ];
}

function trialLines(rows: readonly MonthFigure[], compared: number | null, t: T): Line[] {
  const side = (amount: string, credit: boolean) =>
    Number(amount) < 0 === credit ? (credit ? minus(amount) : amount) : null;
  const cells = (row: Pick<MonthFigure, 'opening' | 'movement' | 'closing' | 'otherMovement'>): Cell[] => [
    { value: row.opening },
    { value: side(row.movement, false), opens: 'movement' },
    { value: side(row.movement, true), opens: 'movement' },
    { value: row.closing, opens: 'closing' },
    ...besides(row.movement, row.otherMovement, compared),
  ];
  const sum: Line = {
    key: 'total',
    label: t('close.total'),
    sum: true,
    cells: [
      { value: total(rows, (row) => row.opening) },
      { value: total(rows, (row) => side(row.movement, false)) },
      { value: total(rows, (row) => side(row.movement, true)) },
      { value: total(rows, (row) => row.closing) },
      ...besides(
        total(rows, (row) => row.movement),
        total(rows, (row) => row.otherMovement),
        compared,
      ),
    ],
  };
  return [...rows.map((row) => ({ key: row.account, label: row.accountName, account: row, cells: cells(row) })), sum];
}
