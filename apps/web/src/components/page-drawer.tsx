import { Drawer, type DrawerProps } from 'antd';
import type { ReactNode } from 'react';
import { usePageRoot } from '../shell/page-context.ts';
import { useNarrow } from './use-narrow.ts';

/** A drawer that belongs to its page: it is hidden together with the page's tab. */
export function PageDrawer({ size = 720, rootClassName, ...props }: DrawerProps): ReactNode {
  const root = usePageRoot();
  const narrow = useNarrow();
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
