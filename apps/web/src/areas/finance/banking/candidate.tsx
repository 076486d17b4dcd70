import {
  bookBankLine,
  confirmBankMatch,
  confirmBankTransfer,
  type MatchCandidate,
} from '@tradewind/contract/finance/banking.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { useMay } from '../../../components/can.tsx';
import { formatMoney } from '../../../components/format.ts';
import { StatusTag } from '../../../components/status-tag.tsx';
import { OF_BANK } from './calls.ts';

interface Line {
  id: number;
  amount: string;
  currency: string;
}

/** What a candidate is, in a few words. */
export function CandidateText({ candidate }: { candidate: MatchCandidate }): ReactNode {
  const { t } = useTranslation('finance');
  const { targets, pair, kind, fee } = candidate;
  if (pair) return `${t(`bank.kind.${kind}`)} · ${pair.accountName} ${formatMoney(pair.amount, pair.currency)}`;
  if (targets.length > 0) {
    const what = targets.map(({ label, amount, currency }) => `${label} ${formatMoney(amount, currency)}`).join(' + ');
    const kept = Number(fee) > 0 && t('bank.fee', { fee, currency: targets[0]?.currency });
    return [what, kept].filter(Boolean).join(' · ');
  }
  return t(`bank.kind.${kind}`);
}

const toneOf = ({ score, clear }: MatchCandidate) => (score >= 90 && clear ? 'good' : score >= 70 ? 'info' : 'muted');
export function Score({ candidate }: { candidate: MatchCandidate }): ReactNode {
  const { t } = useTranslation('finance');
  return <StatusTag tone={toneOf(candidate)}>{t('bank.score', { score: candidate.score })}</StatusTag>;
}

/** One press takes the candidate. */
export function ConfirmButton({
  line,
  candidate,
  onDone,
}: {
  line: Line;
  candidate: MatchCandidate;
  onDone?: () => void;
}): ReactNode {
  const { t } = useTranslation('finance');
  const may = useMay();
  const options = { refresh: OF_BANK, success: t('bank.confirmed'), ...(onDone ? { onDone } : {}) };
  const match = useAct(confirmBankMatch, options);
  const transfer = useAct(confirmBankTransfer, options);
  const book = useAct(bookBankLine, options);
  if (!may(confirmBankMatch)) return null;
  const confirm = () => {
    const { pair, account, targets, lineIds } = candidate;
    if (pair) {
      const [outId, inId] = line.amount.startsWith('-') ? [line.id, pair.lineId] : [pair.lineId, line.id];
      transfer.mutate({ outId, inId });
    } else if (account) book.mutate({ lineId: line.id, account: 'bank_fee' });
    else match.mutate({ lineIds, ledgerLineIds: targets.map(({ ledgerLineId }) => ledgerLineId) });
  };
  const busy = match.isPending || transfer.isPending || book.isPending;
  return (
    <Button
      size="small"
      loading={busy}
      onClick={(event) => {
        event.stopPropagation();
        confirm();
      }}
    >
      {t('bank.confirm')}
    </Button>
  );
}

/** All of a candidate: what it is, why, and what else it takes. */
export function CandidateCard({
  line,
  candidate,
  onDone,
}: {
  line: Line;
  candidate: MatchCandidate;
  onDone: () => void;
}): ReactNode {
  const { t } = useTranslation('finance');
  const more = candidate.pair ? 0 : candidate.lineIds.length - 1;
  return (
    <li className="tw-bank-candidate">
      <div>
        <div className="tw-bank-candidate-name">
          <CandidateText candidate={candidate} />
        </div>
        <div className="tw-muted">{candidate.reasons.map(({ text }) => text).join(' · ')}</div>
        {Number(candidate.fee) > 0 && (
          <div className="tw-muted">{t('bank.fee', { fee: candidate.fee, currency: line.currency })}</div>
        )}
        {more > 0 && <div className="tw-muted">{t('bank.withLines', { count: more })}</div>}
      </div>
      <Score candidate={candidate} />
      <ConfirmButton line={line} candidate={candidate} onDone={onDone} />
    </li>
  );
}
