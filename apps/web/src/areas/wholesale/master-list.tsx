import { rights } from '@tradewind/contract/access/modules.ts';
import type {
  deleteWholesaleCustomer,
  deleteWholesalePriceList,
  listWholesaleCustomers,
  listWholesalePriceLists,
} from '@tradewind/contract/wholesale.ts';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '../../api/hooks.ts';
import { useMay } from '../../components/can.tsx';
import { ConfirmDanger } from '../../components/confirm-danger.tsx';
import { type Column, type DetailTools, type FilterField, ListPage, type RowOf } from '../../components/list-page.tsx';

type MasterCall = typeof listWholesaleCustomers | typeof listWholesalePriceLists;

export interface MasterDrawer<Row> {
  id: number;
  /** Missing where a link opened the page. */
  row: Row | undefined;
  tools: DetailTools;
  /** Edit and delete, once the name is loaded. */
  actions: (name: string) => ReactNode;
}

interface MasterListProps<C extends MasterCall> {
  id: string;
  /** Key of its texts: `master.customer.add`. */
  kind: 'customer' | 'priceList';
  call: C;
  remove: typeof deleteWholesaleCustomer | typeof deleteWholesalePriceList;
  columns: readonly Column<RowOf<C>>[];
  detail: (drawer: MasterDrawer<RowOf<C>>) => ReactNode;
  /** Undefined: a new one. */
  form: (of: { id?: number; row?: RowOf<C> | undefined }, close: () => void) => ReactNode;
}

/** List of customers or price lists: search, add, edit, and delete while unused. */
export function MasterList<C extends MasterCall>(props: MasterListProps<C>): ReactNode {
  const { kind, call, remove, detail, form } = props;
  const { t } = useTranslation('wholesale');
  const may = useMay();
  const [editing, setEditing] = useState<{ id?: number; row?: RowOf<C> | undefined }>();
  return (
    <>
      <ListPage
        id={props.id}
        call={call}
        columns={props.columns}
        filters={[{ kind: 'text', name: 'text', label: t(`master.${kind}.search`) } as FilterField<C>]}
        primary={may(rights.wholesaleOrder.add) && { label: t(`master.${kind}.add`), onClick: () => setEditing({}) }}
        empty={{ title: t(`master.${kind}.none`), hint: t(`master.${kind}.noneHint`) }}
        detail={(id, tools, row) =>
          detail({
            id,
            row,
            tools,
            actions: (name) => (
              <MasterActions
                {...{ id, kind, call, remove, name, onGone: tools.close }}
                onEdit={() => setEditing({ id, row })}
              />
            ),
          })
        }
      />
      {editing && form(editing, () => setEditing(undefined))}
    </>
  );
}

interface MasterActionsProps extends Pick<MasterListProps<MasterCall>, 'kind' | 'call' | 'remove'> {
  id: number;
  name: string;
  onEdit: () => void;
  onGone: () => void;
}

function MasterActions({ id, kind, call, remove, name, onEdit, onGone }: MasterActionsProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const may = useMay();
  const { mutateAsync } = useAct(remove, { refresh: [call], success: t('deleted'), onDone: onGone });
  return (
    <>
      {may(rights.wholesaleOrder.edit) && <Button onClick={onEdit}>{t('edit')}</Button>}
      {may(rights.wholesaleOrder.delete) && (
        <ConfirmDanger
          title={t(`master.${kind}.deleteTitle`, { name })}
          consequence={t(`master.${kind}.deleteText`)}
          verb={t('delete')}
          onConfirm={() => mutateAsync({ id })}
        />
      )}
    </>
  );
}
