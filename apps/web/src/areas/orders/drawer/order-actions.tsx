import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ANSWERS, firstOf, type OrderAct } from '../acts/act.ts';
import { useOrderActs } from '../acts/all.tsx';
import type { Order } from './order.ts';
import { useRunAct } from './use-run-act.tsx';

const IN_VIEW = 4;

/** The order's next step. Users map SKUs and complete addresses in the tabs instead. */
function isNext({ key, aside }: OrderAct, order: Order): boolean {
  if (key === 'resume') return order.exception !== 'unmapped' && order.exception !== 'address';
  return !aside;
}

/** The actions available for this order, its next step first. */
export function OrderActions({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const { acts, dialogs } = useOrderActs();
  const { busy, run, dialog } = useRunAct(order);
  const label = ({ key }: OrderAct) =>
    key === 'cancel' && order.status === 'shipped' ? t('stopVerb') : t(`one.${key}`);
  const fitting = acts.filter((act) => act.only !== 'many' && act.fits(order));
  const shown = firstOf(order.cancelRequested ? ANSWERS : [], fitting);
  // The next step comes first; cancelling stays visible.
  const inView =
    shown.length <= IN_VIEW + 1
      ? shown
      : [...shown.slice(0, IN_VIEW), ...shown.slice(IN_VIEW).filter((act) => act.danger)];
  const rest = shown.filter((act) => !inView.includes(act));
  return (
    <>
      {inView.map((act, index) => (
        <Button
          key={act.key}
          type={index === 0 && isNext(act, order) ? 'primary' : 'default'}
          danger={act.danger ?? false}
          loading={busy === act.key}
          disabled={busy !== '' && busy !== act.key}
          onClick={() => void run(act)}
        >
          {label(act)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          menu={{
            items: rest.map((act) => ({ key: act.key, label: label(act), icon: act.icon })),
            onClick: ({ key }) => {
              const act = rest.find((one) => one.key === key);
              if (act) void run(act);
            },
          }}
        >
          <Button loading={rest.some((act) => act.key === busy)} disabled={busy !== ''}>
            {t('moreActs')}
          </Button>
        </Dropdown>
      )}
      {dialogs}
      {dialog}
    </>
  );
}
