import type { BORDER_DUTY_WORDS } from '@tradewind/contract/logistics/words.ts';
import type { BorderDuty } from '@tradewind/contract/logistics.ts';
import type { ReactNode } from 'react';
import { Money } from './figures.tsx';

interface DutyBesideProps {
  duty: BorderDuty | null;
  /** With the duty that the sender pays, in the currency of the rate. */
  total: string | null;
  currency: string;
  say: (word: keyof typeof BORDER_DUTY_WORDS) => string;
}

/** Under a rate: what the goods owe at the border, who pays it, and where the figure comes from. */
export function DutyBeside({ duty, total, currency, say }: DutyBesideProps): ReactNode {
  if (!duty) return null;
  if (duty.by === 'none') return <small className="tw-muted">{say('none')}</small>;
  return (
    <>
      <small className="tw-muted">
        {say(duty.terms)} <Money amount={duty.amount} currency={duty.currency} />
        <br />
        {say(duty.by)}
        {duty.partial && ` · ${say('partial')}`}
      </small>
      {total !== null && (
        <strong>
          {say('total')} <Money amount={total} currency={currency} />
        </strong>
      )}
    </>
  );
}
