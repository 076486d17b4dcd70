import { CalendarOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useButtons } from '../../../components/can.tsx';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { usePage } from '../../../shell/page-context.ts';
import { AppointmentForm } from '../dock/appointment-form.tsx';
import { DOCK_ORDERS } from '../dock/state.ts';
import type { ActGroup } from './act.ts';

const OVER = ['cancelled', 'refunded', 'delivered'];

/** One appointment at a dock for several orders of its facility; one order's stand in its drawer. */
export function useDockActs(): ActGroup {
  const may = useButtons();
  const here = usePage().moduleId === DOCK_ORDERS;
  const [asked, setAsked] = useState<{ ids: number[]; answer: (result: BulkResultData | undefined) => void }>();
  return {
    acts: [
      {
        key: 'dock',
        allowed: here && may('ship'),
        icon: <CalendarOutlined />,
        only: 'many',
        fits: (order) => !OVER.includes(order.status),
        run: ({ orders }) => new Promise((answer) => setAsked({ ids: orders.map((order) => order.id), answer })),
      },
    ],
    dialogs: asked && (
      <AppointmentForm
        orderIds={asked.ids}
        onClose={() => {
          asked.answer(undefined);
          setAsked(undefined);
        }}
      />
    ),
  };
}
