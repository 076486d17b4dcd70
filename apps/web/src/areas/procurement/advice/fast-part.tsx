import {
  type AdviceDetail as Advice,
  adviceTabs,
  decideAdvice,
  getAdvice,
  listAdvice,
} from '@tradewind/contract/procurement.ts';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../../api/hooks.ts';
import { ActionButton, useMay } from '../../../components/can.tsx';
import { formatMoney, formatNumber } from '../../../components/format.ts';
import { useSession } from '../../../shell/session.ts';

/** Stock runs out before slow goods arrive: what a faster way brings, what it costs and saves, and one press for both. */
export function FastPart({ advice }: { advice: Advice }): ReactNode {
  const { t } = useTranslation('procurement');
  const may = useMay();
  const currency = useSession()?.user.baseCurrency ?? '';
  const part = useAct(decideAdvice, {
    refresh: [listAdvice, adviceTabs, getAdvice],
    success: t('advice.fast.done'),
  });
  const { fast } = advice.terms;
  if (!fast || advice.decided !== null) return null;
  const rest = advice.quantity - fast.units;
  // In the middle of a sentence.
  const word = (one: typeof fast.mode) => t(`advice.modes.${one}`).toLowerCase();
  const [mode, slow] = [word(fast.mode), word(fast.slowMode)];
  const units = { fast: formatNumber(fast.units), rest: formatNumber(rest) };
  const { freight = null, margin = null } = advice.fastOffer ?? {};
  const amount = (value: string) => `${formatMoney(value, currency)} ${currency}`;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={t('advice.fast.title', { slow, days: fast.slowArrives })}
      description={
        <>
          <p>
            {t('advice.fast.text', { mode, slow, fast: units.fast, arrives: fast.arrives, days: fast.slowArrives })}
          </p>
          {freight !== null && <p>{t('advice.fast.freight', { amount: amount(freight) })}</p>}
          {margin !== null && <p>{t('advice.fast.margin', { amount: amount(margin) })}</p>}
          {may(decideAdvice) && (
            <ActionButton
              loading={part.isPending}
              onClick={() => part.mutate({ lines: [{ id: advice.id, quantity: advice.quantity, fast: fast.units }] })}
            >
              {rest > 0
                ? t('advice.fast.both', { mode, slow, ...units })
                : t('advice.fast.all', { mode, fast: units.fast })}
            </ActionButton>
          )}
        </>
      }
    />
  );
}
