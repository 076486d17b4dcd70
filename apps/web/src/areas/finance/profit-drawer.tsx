import { type Figures, orderProfit, PROFIT_FIGURES } from '@tradewind/contract/finance.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { formatMoney } from '../../components/format.ts';
import type { DetailTools } from '../../components/list-page.tsx';
import { StatusTag } from '../../components/status-tag.tsx';
import { Bridge, KnownOn } from './bridge.tsx';
import { Figure } from './explain.tsx';
import { LedgerLines } from './lines.tsx';

/** Figures subtracted from income. */
const MINUS = new Set(['discount', 'platformFee', 'goodsCost', 'labelCost', 'refund']);

interface ProfitDrawerProps {
  orderId: number;
  orderNo: string;
  shopName: string;
  tools: DetailTools;
}

export function ProfitDrawer({ orderId, orderNo, shopName, tools }: ProfitDrawerProps): ReactNode {
  const { t } = useTranslation('finance');
  const [knownOn, setKnownOn] = useState<string>();
  const found = useCall(orderProfit, { orderId, ...(knownOn ? { knownOn } : {}) }, { keepPrevious: true });
  const money = found.data;
  return (
    <DetailDrawer
      {...tools}
      size={920}
      title={orderNo}
      subtitle={shopName}
      status={
        money &&
        money.feeState !== 'none' && (
          <StatusTag tone={money.feeState === 'settled' ? 'good' : 'muted'}>
            {t(`feeStates.${money.feeState}`)}
          </StatusTag>
        )
      }
      query={found}
      actions={<KnownOn day={knownOn} onChange={setKnownOn} />}
    >
      {money?.figures && (
        <Breakdown
          figures={money.figures}
          settled={money.feeState === 'settled'}
          currency={money.currency}
          orderId={orderId}
          orderNo={orderNo}
          past={knownOn !== undefined}
        />
      )}
      {money && money.bridge.length > 0 && (
        <Bridge steps={money.bridge} currency={money.currency} past={knownOn !== undefined} />
      )}
      <h3 className="tw-profit-head">{t('entries')}</h3>
      <LedgerLines label={t('entries')} lines={money?.lines ?? []} currency={money?.currency ?? ''} />
    </DetailDrawer>
  );
}

interface BreakdownProps {
  figures: Figures;
  settled: boolean;
  currency: string;
  orderId: number;
  orderNo: string;
  /** As known on an earlier day: what opens is the present. */
  past: boolean;
}

/** Income, deductions, then the profit. */
function Breakdown({ figures, settled, currency, orderId, orderNo, past }: BreakdownProps): ReactNode {
  const { t } = useTranslation('finance');
  const shown = PROFIT_FIGURES.filter((figure) => figures[figure] !== null);
  const one = (figure: (typeof PROFIT_FIGURES)[number] | 'profit') =>
    past ? (
      <span className="tw-money">{formatMoney(figures[figure] ?? '0', currency)}</span>
    ) : (
      <Figure
        figure={figure}
        amount={figures[figure]}
        currency={currency}
        of={orderNo}
        input={{ orderId }}
        signed={figure === 'profit'}
      />
    );
  return (
    <dl className="tw-breakdown" aria-label={t('overview')}>
      {shown.map((figure) => (
        <div key={figure}>
          <dt>
            {MINUS.has(figure) ? '− ' : '+ '}
            {t(`figure.${figure}`)}
            {figure === 'platformFee' && (
              <small className="tw-muted">
                {settled ? t('settledNow', { amount: formatMoney(figures.feeEstimate, currency) }) : t('estimatedNow')}
              </small>
            )}
          </dt>
          <dd>{one(figure)}</dd>
        </div>
      ))}
      <div className="tw-breakdown-sum">
        <dt>
          = {t('figure.profit')}
          {figures.margin !== null && <small className="tw-muted">{figures.margin} %</small>}
        </dt>
        <dd>{figures.profit === null ? <span className="tw-muted">{t('hidden')}</span> : one('profit')}</dd>
      </div>
    </dl>
  );
}
