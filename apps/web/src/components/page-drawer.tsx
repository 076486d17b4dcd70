import { Drawer, type DrawerProps } from 'antd';
import type { ReactNode } from 'react';
import { usePageRoot } from '../shell/page-context.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useNarrow } from './use-narrow.ts';

interface PageDrawerProps extends Omit<DrawerProps, 'onClose'> {
  open: boolean;
  onClose: () => void;
  /** The address says that it is open, so Back closes it already. */
  inAddress?: boolean;
}

/** A drawer that belongs to its page: it is hidden together with the page's tab, and Back closes it. */
export function PageDrawer({ size = 720, rootClassName, inAddress, ...props }: PageDrawerProps): ReactNode {
  const root = usePageRoot();
  const narrow = useNarrow();
  useBackCloses(props.open && !inAddress, props.onClose);
  return (
    <Drawer
      {...props}
      size={narrow ? '100%' : size}
      rootClassName={`${root ? 'tw-in-page' : ''} ${rootClassName ?? ''}`}
      getContainer={root ?? document.body}
      push={false}
    />
  );
}
