import type { InputOf } from '@tradewind/contract/call.ts';
import { explainProfit, type ProfitFigure } from '@tradewind/contract/finance.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLost, useCall } from '../../api/hooks.ts';
import { None } from '../../components/figures.tsx';
import { formatMoney } from '../../components/format.ts';
import { totalText } from '../../components/list/pager.tsx';
import { PageDrawer } from '../../components/page-drawer.tsx';
import { PageError } from '../../components/page-error.tsx';
import { LedgerLines } from './lines.tsx';

const SHOWN = 200;
/** Credits are negative in the ledger; shows them with the sign of their figure. */
const CREDITS: readonly FigureProps['figure'][] = ['goods', 'shipping', 'profit'];

const turned = (amount: string) =>
  amount.startsWith('-') ? amount.slice(1) : Number(amount) === 0 ? amount : `-${amount}`;

interface FigureProps {
  figure: ProfitFigure | 'profit';
  amount: string | null;
  currency: string;
  /** The order number, or the current filter. */
  of: string;
  input: Omit<InputOf<typeof explainProfit>, 'figure' | 'page' | 'pageSize'>;
  /** Colours gains and losses. */
  signed?: boolean;
}

/** A figure that opens its ledger lines. */
export function Figure(props: FigureProps): ReactNode {
  const { t } = useTranslation('finance');
  const [open, setOpen] = useState(false);
  if (props.amount === null || Number(props.amount) === 0) return <None />;
  const tone = props.signed ? (Number(props.amount) < 0 ? 'bad' : 'good') : undefined;
  const money = (
    <span className="tw-money" data-tone={tone}>
      {formatMoney(props.amount, props.currency)}
    </span>
  );
  return (
    <>
      <button type="button" className="tw-explain" title={t('figure.explain')} onClick={() => setOpen(true)}>
        {money}
      </button>
      {open && <FigureLines {...props} money={money} onClose={() => setOpen(false)} />}
    </>
  );
}

function FigureLines({
  figure,
  of,
  input,
  currency,
  money,
  onClose,
}: FigureProps & { money: ReactNode; onClose: () => void }): ReactNode {
  const { t } = useTranslation('finance');
  const found = useCall(explainProfit, { ...input, figure, page: 1, pageSize: SHOWN });
  const title = t('explain', { figure: t(`figure.${figure}`), of });
  const total = found.data?.total ?? 0;
  const rows = found.data?.rows ?? [];
  const lines = CREDITS.includes(figure)
    ? rows.map((line) => ({ ...line, amount: turned(line.amount), baseAmount: turned(line.baseAmount) }))
    : rows;
  return (
    <PageDrawer open title={title} size={920} onClose={onClose}>
      <div className="tw-explain-sum">
        <span className="tw-explain-figure">
          {money} <small>{currency}</small>
        </span>
        {total > SHOWN && (
          <span className="tw-muted">
            {t('shownOf', { shown: SHOWN, total: totalText(total, found.data?.totalExact ?? true) })}
          </span>
        )}
      </div>
      {isLost(found) ? (
        <PageError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LedgerLines
          label={title}
          lines={lines}
          currency={currency}
          loading={found.isPending}
          orders={input.orderId === undefined}
        />
      )}
    </PageDrawer>
  );
}
