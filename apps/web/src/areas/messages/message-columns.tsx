import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getMessageList } from '@tradewind/contract/messages.ts';
import type { TableColumnsType } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../components/figures.tsx';
import { StatusTag } from '../../components/status-tag.tsx';

export type MessageRow = ResultOf<typeof getMessageList>['records'][number];

export function useColumns(narrow: boolean): TableColumnsType<MessageRow> {
  const { t } = useTranslation('messages');
  return useMemo(() => {
    const topic = { title: t('topic'), dataIndex: 'thesis', ellipsis: true };
    const state = {
      title: t('state'),
      dataIndex: 'is_READ',
      width: narrow ? 76 : 100,
      render: (_: unknown, row: MessageRow) => (
        <StatusTag tone={row.is_READ === 'Y' ? 'muted' : 'info'}>
          {row.is_READ === 'Y' ? t('read') : t('unread')}
        </StatusTag>
      ),
    };
    if (narrow) return [topic, { title: t('creator'), dataIndex: 'send', width: 90, ellipsis: true }, state];
    return [
      { title: t('type'), dataIndex: 'msg_TYPE', width: 130, render: () => t('notice') },
      topic,
      { title: t('creator'), dataIndex: 'send', width: 160, ellipsis: true },
      state,
      { title: t('time'), dataIndex: 'send_TIME', width: 190, render: (at: string) => <DateTime at={at} seconds /> },
    ];
  }, [t, narrow]);
}
