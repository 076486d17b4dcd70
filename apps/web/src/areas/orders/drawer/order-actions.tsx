import { rights } from '@tradewind/contract/access/modules.ts';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../shell/page-context.ts';
import { ANSWERS, firstOf, nextOf, type OrderAct } from '../acts/act.ts';
import { useOrderActs } from '../acts/all.tsx';
import { useFixActs } from '../acts/fix.tsx';
import type { Order } from './order.ts';
import { useRunAct } from './use-run-act.tsx';

const IN_VIEW = 4;

/** The actions available for this order, its next step first. */
export function OrderActions({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('orders');
  const { moduleId } = usePage();
  const fix = useFixActs(order);
  const { acts, dialogs } = useOrderActs();
  const { busy, run, dialog } = useRunAct(order);
  const label = ({ key }: OrderAct) =>
    key === 'cancel' && order.status === 'shipped' ? t('stopVerb') : t(`one.${key}`);
  const all = [...fix.acts.filter((act) => act.allowed), ...acts];
  const fitting = all.filter((act) => act.only !== 'many' && act.fits(order));
  const next = nextOf(order, fitting);
  const shown = firstOf(order.cancelRequested ? ANSWERS : next ? [next] : [], fitting);
  // The steps of a purchase order are in its own tab.
  const primary = moduleId === rights.vendorOrder.id && order.bulk && next !== 'map' ? undefined : next;
  // The next step comes first; cancelling stays visible.
  const inView =
    shown.length <= IN_VIEW + 1
      ? shown
      : [...shown.slice(0, IN_VIEW), ...shown.slice(IN_VIEW).filter((act) => act.danger)];
  const rest = shown.filter((act) => !inView.includes(act));
  return (
    <>
      {inView.map((act) => (
        <Button
          key={act.key}
          type={act.key === primary ? 'primary' : 'default'}
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
      {fix.dialogs}
      {dialogs}
      {dialog}
    </>
  );
}
