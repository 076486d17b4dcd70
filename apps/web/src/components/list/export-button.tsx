import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { Call } from '@tradewind/contract/call.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload, send } from '../../api/client.ts';
import { limitsOf } from '../../api/limits.ts';
import { toast } from '../../api/toast.ts';
import { showExports } from '../../shell/exports-signal.ts';

export interface ExportAction {
  call: Call;
  /** Sent along with the filter. */
  more?: object;
}

/** A `download` call is saved at once; any other call queues a file: the list of exports opens and shows its progress. */
export function ExportButton({ action, filter }: { action: ExportAction; filter: object }): ReactNode {
  const { t } = useTranslation();
  const run = useMutation({
    mutationFn: async () => {
      const input = { ...(limitsOf(action.call, 'filter') ? { filter } : filter), ...action.more };
      if (action.call.download) return saveDownload(action.call, input);
      await send(action.call, input);
      showExports();
    },
    onError: toast.error,
  });
  const label = t('list.export');
  return (
    <Button
      type="text"
      icon={<DownloadOutlined />}
      aria-label={label}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      <span className="tw-wide-only">{label}</span>
    </Button>
  );
}
