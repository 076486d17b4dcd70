import { CalendarOutlined } from '@ant-design/icons';
import { rights } from '@tradewind/contract/access/modules.ts';
import { saveDockAppointment } from '@tradewind/contract/docking.ts';
import { useState } from 'react';
import { useMay } from '../../../components/can.tsx';
import type { BulkResultData } from '../../../components/list-page.tsx';
import { usePage } from '../../../shell/page-context.ts';
import { AppointmentForm } from '../dock/appointment-form.tsx';
import type { ActGroup } from './act.ts';

const OVER = ['cancelled', 'refunded', 'delivered'];

/** Schedules one dock appointment for several orders of a facility. The drawer lists those of one order. */
export function useDockActs(): ActGroup {
  const may = useMay();
  const here = usePage().moduleId === rights.dockOrder.id;
  const [requested, setRequested] = useState<{ ids: number[]; answer: (result: BulkResultData | undefined) => void }>();
  return {
    acts: [
      {
        key: 'dock',
        allowed: here && may(saveDockAppointment),
        icon: <CalendarOutlined />,
        only: 'many',
        fits: (order) => !OVER.includes(order.status),
        run: ({ orders }) => new Promise((answer) => setRequested({ ids: orders.map((order) => order.id), answer })),
      },
    ],
    dialogs: requested && (
      <AppointmentForm
        orderIds={requested.ids}
        onClose={() => {
          requested.answer(undefined);
          setRequested(undefined);
        }}
      />
    ),
  };
}
