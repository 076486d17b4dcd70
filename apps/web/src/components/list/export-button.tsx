import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import type { Call } from '@tradewind/contract/call.ts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDownload, send } from '../../api/client.ts';
import { toast } from '../../api/toast.ts';
import { showExports } from '../../shell/exports-signal.ts';

export interface ExportAction<Filter> {
  call: Call;
  /** The filter as it is, unless told: e.g. (filter) => ({ filter }). */
  toInput?: (filter: Filter) => unknown;
  label?: string;
}

/** A `download` call is saved at once; any other call queues a file: the list of exports opens and shows its progress. */
export function ExportButton<Filter>({ action, filter }: { action: ExportAction<Filter>; filter: Filter }): ReactNode {
  const { t } = useTranslation();
  const run = useMutation({
    mutationFn: async () => {
      const input = action.toInput ? action.toInput(filter) : filter;
      if (action.call.download) return saveDownload(action.call, input);
      await send(action.call, input);
      showExports();
    },
    onError: toast.error,
  });
  const label = action.label ?? t('list.export');
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
