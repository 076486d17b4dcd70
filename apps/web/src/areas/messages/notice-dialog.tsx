import { delMessage, getMessageList, getNotReadInformation, readMessage } from '@tradewind/contract/messages.ts';
import { Button, Modal, Pagination, Table, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct, useCall, useRefresh } from '../../api/hooks.ts';
import { toast } from '../../api/toast.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { FilterBar } from './filter-bar.tsx';
import { useColumns } from './message-columns.tsx';
import { MessageDetail } from './message-detail.tsx';
import { SendDialog } from './send-dialog.tsx';
import { type Box, PAGE_SIZES, useDialogState } from './use-messages.ts';

const CHANGED = [getMessageList, getNotReadInformation];

export default function NoticeDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation('messages');
  const state = useDialogState();
  const [ticked, setTicked] = useState<number[]>([]);
  const [shown, setShown] = useState<number>();
  const [writing, setWriting] = useState(false);
  const narrow = useNarrow();
  const refresh = useRefresh();
  const list = useCall(getMessageList, state.input, { enabled: open, staleMs: 0, keepPrevious: true });
  const columns = useColumns(narrow);
  const again = () => {
    setTicked([]);
    state.toFirst();
    refresh(...CHANGED);
  };
  const markRead = useAct(readMessage, { success: true });
  const remove = useAct(delMessage, { success: true });
  const onTicked = (act: (msgIdList: number[]) => void) => () =>
    ticked.length === 0 ? void toast.warning(t('tickOne')) : act(ticked);
  const view = () => (ticked.length === 1 ? setShown(ticked[0]) : toast.warning(t('pickOne')));
  const close = () => {
    setTicked([]);
    state.reset();
    onClose();
  };
  const switchTo = (box: Box) => {
    setTicked([]);
    state.switchTo(box);
    refresh(getMessageList);
  };
  return (
    <>
      <Modal className="tw-notices" open={open} width={1200} title={t('title')} footer={null} onCancel={close}>
        <Tabs
          activeKey={state.box}
          onChange={(key) => switchTo(key === 'send' ? 'send' : 'receive')}
          items={[
            { key: 'receive', label: t('received') },
            { key: 'send', label: t('sent') },
          ]}
        />
        <FilterBar state={state} />
        <div className="tw-message-bar">
          <Button onClick={view}>{t('view')}</Button>
          {state.box === 'receive' && (
            <Button
              loading={markRead.isPending}
              onClick={onTicked((msgIdList) => markRead.mutate({ msgIdList }, { onSettled: again }))}
            >
              {t('markRead')}
            </Button>
          )}
          <Button
            danger
            loading={remove.isPending}
            onClick={onTicked((msgIdList) => remove.mutate({ msgIdList, type: state.box }, { onSettled: again }))}
          >
            {t('remove')}
          </Button>
          <span className="tw-grow" />
          <Button onClick={() => setWriting(true)}>{t('write')}</Button>
        </div>
        <Table
          size="small"
          rowKey="msg_ID"
          columns={columns}
          dataSource={list.data?.records ?? []}
          loading={list.isPending || list.isPlaceholderData}
          pagination={false}
          scroll={{ y: 'min(420px, 45vh)', ...(narrow ? {} : { x: 900 }) }}
          locale={{ emptyText: t('none') }}
          rowSelection={{ selectedRowKeys: ticked, onChange: (keys) => setTicked(keys.map(Number)) }}
          onRow={(row) => ({ onDoubleClick: () => setShown(row.msg_ID) })}
        />
        <Pagination
          className="tw-message-pages"
          size="small"
          simple={narrow}
          current={state.page}
          pageSize={state.size}
          total={list.data?.total ?? 0}
          pageSizeOptions={PAGE_SIZES}
          // Open upwards: the notification is below.
          showSizeChanger={{ placement: 'topRight' }}
          showQuickJumper
          showTotal={(count) => t(list.data?.totalExact === false ? 'totalAtLeast' : 'total', { count })}
          onChange={(page, size) => {
            setTicked([]);
            state.turn(page, size);
          }}
        />
      </Modal>
      {shown !== undefined && (
        <MessageDetail
          id={shown}
          onClose={() => {
            setShown(undefined);
            setTicked([]);
            refresh(...CHANGED);
          }}
        />
      )}
      {writing && <SendDialog onClose={() => setWriting(false)} onAnswer={again} />}
    </>
  );
}
