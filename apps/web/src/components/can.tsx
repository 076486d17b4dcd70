import { getButton } from '@tradewind/contract/access.ts';
import { Button, type ButtonProps, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../api/hooks.ts';
import { usePage } from '../shell/page-context.ts';

const FIVE_MINUTES_MS = 300_000;

/** Names of the buttons the user may press in a module: the page's own unless told. */
export function useButtons(moduleId?: number): (name: string) => boolean {
  const own = usePage().moduleId;
  const modelId = moduleId ?? own;
  const { data } = useCall(getButton, { modelId }, { enabled: modelId > 0, staleMs: FIVE_MINUTES_MS });
  const names = new Set(data?.buttons);
  return (name) => names.has(name);
}

/** Not permitted is absent. */
export function Can({ module, button, children }: { module?: number; button: string; children: ReactNode }): ReactNode {
  const may = useButtons(module);
  return may(button) ? children : null;
}

/** Wrong state is disabled, with the reason on hover. */
export function ActionButton({ reason, ...button }: ButtonProps & { reason?: string | undefined }): ReactNode {
  return (
    <Tooltip title={reason}>
      <Button {...button} disabled={(button.disabled ?? false) || reason !== undefined} />
    </Tooltip>
  );
}
