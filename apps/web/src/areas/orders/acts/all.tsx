import { Fragment, type ReactNode } from 'react';
import type { OrderAct } from './act.ts';
import { useArrangeActs } from './arrange.tsx';
import { useDockActs } from './dock.tsx';
import { useMakeActs } from './make.tsx';
import { useMarkActs } from './mark.tsx';
import { useReturnActs } from './returns.tsx';
import { useSendActs } from './send.tsx';
import { useStepActs } from './steps.tsx';
import { useVendorActs } from './vendor.tsx';

/** All acts that the user may run, the usual steps first. */
export function useOrderActs(): { acts: OrderAct[]; dialogs: ReactNode } {
  const groups = [
    useVendorActs(),
    useStepActs(),
    useSendActs(),
    useArrangeActs(),
    useMarkActs(),
    useMakeActs(),
    useReturnActs(),
    useDockActs(),
  ];
  return {
    acts: groups.flatMap((group) => group.acts).filter((act) => act.allowed),
    dialogs: groups.map((group, at) => <Fragment key={String(at)}>{group.dialogs}</Fragment>),
  };
}
