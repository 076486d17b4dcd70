import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  deleteWholesaleCustomer,
  listWholesaleCustomers,
  listWholesalePriceLists,
  saveWholesaleCustomer,
  type WholesaleCustomer,
} from '@tradewind/contract/wholesale.ts';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { DetailDrawer } from '../../components/detail-drawer.tsx';
import { Facts } from '../../components/facts.tsx';
import { Money } from '../../components/figures.tsx';
import { type FieldOf, FormDrawer, type StartOf } from '../../components/form-drawer.tsx';
import type { Column } from '../../components/list-page.tsx';
import { col } from '../../components/table/col.tsx';
import { addressOf, useAddressFields, useSeesBuyers } from './address-fields.ts';
import { type MasterDrawer, MasterList } from './master-list.tsx';

export function Customers(): ReactNode {
  return (
    <MasterList
      id="order.b2b.customers"
      kind="customer"
      call={listWholesaleCustomers}
      remove={deleteWholesaleCustomer}
      columns={useColumns()}
      detail={(drawer) => drawer.row && <CustomerDrawer {...drawer} customer={drawer.row} />}
      form={({ row }, close) => <CustomerForm key={row?.id ?? 0} customer={row} onClose={close} />}
    />
  );
}

function useColumns(): Column<WholesaleCustomer>[] {
  const { t } = useTranslation('wholesale');
  return useMemo<Column<WholesaleCustomer>[]>(
    () => [
      col.heading('name', t('name'), { width: 240 }),
      col.text('currency', t('currency'), { width: 80 }),
      col.text('priceList', t('priceList'), { of: 'priceListName', width: 160 }),
      {
        key: 'deposit',
        title: t('depositPercent'),
        width: 80,
        align: 'right',
        render: (row) => `${Number(row.depositPercent)}%`,
      },
      col.text('terms', t('termsDays'), { of: 'termsDays', width: 80, align: 'right' }),
      col.money('credit', t('creditLimit'), { of: 'creditLimit', currency: 'currency', width: 140 }),
      col.money('open', t('openAmount'), { of: 'openAmount', currency: 'currency', width: 140 }),
      { key: 'contact', title: t('contact'), width: 180, render: (row) => row.contacts[0]?.name },
    ],
    [t],
  );
}

type DrawerProps = Pick<MasterDrawer<WholesaleCustomer>, 'tools' | 'actions'> & { customer: WholesaleCustomer };

function CustomerDrawer({ customer: it, tools, actions }: DrawerProps): ReactNode {
  const { t } = useTranslation('wholesale');
  const place = it.address && [
    it.address.name,
    it.address.line1,
    it.address.city,
    it.address.postalCode,
    it.address.country,
  ];
  return (
    <DetailDrawer {...tools} title={it.name} actions={actions(it.name)}>
      <Facts
        items={[
          [t('taxId'), it.taxId],
          [t('currency'), it.currency],
          [t('priceList'), it.priceListName],
          [t('language'), t(`languages.${it.language}`)],
          [t('depositPercent'), `${Number(it.depositPercent)}%`],
          [t('terms'), it.balanceBeforeShipment ? t('balanceBefore') : t('balanceDays', { days: it.termsDays })],
          [t('creditLimit'), <Money key="limit" amount={it.creditLimit} currency={it.currency} />],
          [t('openAmount'), <Money key="open" amount={it.openAmount} currency={it.currency} />],
          [t('address'), place?.filter(Boolean).join(', ')],
          [
            t('contacts'),
            it.contacts.map((one) => [one.name, one.phone, one.email].filter(Boolean).join(' · ')).join('; '),
          ],
          [t('remark'), it.remark],
        ]}
      />
    </DetailDrawer>
  );
}

function CustomerForm({
  customer,
  onClose,
}: {
  customer: WholesaleCustomer | undefined;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation('wholesale');
  const fields = useFields();
  const address = useAddressFields('address');
  const initial = useMemo(() => valuesOf(customer), [customer]);
  const hidden = !useSeesBuyers() && customer !== undefined;
  return (
    <FormDrawer
      open
      size={640}
      title={customer ? t('master.customer.edit') : t('master.customer.add')}
      call={saveWholesaleCustomer}
      initial={initial}
      toInput={(values) => ({
        ...values,
        priceListId: values.priceListId ?? null,
        creditLimit: values.creditLimit || null,
        ...(hidden ? { address: null, contacts: [] } : { address: addressOf(values.address) }),
      })}
      verb={t('master.customer.save')}
      success={t('saved')}
      refresh={[listWholesaleCustomers]}
      onClose={onClose}
      fields={hidden ? fields : [...fields, ...address]}
    >
      {hidden ? <p className="tw-muted">{t('buyerHidden')}</p> : <Contacts />}
    </FormDrawer>
  );
}

function useFields(): FieldOf<typeof saveWholesaleCustomer>[] {
  const { t } = useTranslation('wholesale');
  const lists = useCall(listWholesalePriceLists, { pageSize: 200 });
  return [
    { kind: 'text', name: 'name', label: t('name') },
    { kind: 'text', name: 'taxId', label: t('taxId'), half: true },
    {
      kind: 'select',
      name: 'language',
      label: t('language'),
      required: true,
      half: true,
      options: (['zh', 'en'] as const).map((value) => ({ value, label: t(`languages.${value}`) })),
    },
    { kind: 'text', name: 'currency', label: t('currency'), half: true, max: 3, placeholder: 'USD' },
    {
      kind: 'select',
      name: 'priceListId',
      label: t('priceList'),
      half: true,
      options: (lists.data?.rows ?? []).map((one) => ({ value: one.id, label: `${one.name} · ${one.currency}` })),
    },
    { kind: 'decimal', name: 'depositPercent', label: t('depositPercent'), half: true, suffix: '%' },
    { kind: 'number', name: 'termsDays', label: t('termsDays'), half: true, suffix: t('days') },
    { kind: 'decimal', name: 'creditLimit', label: t('creditLimit'), half: true, help: t('creditHelp') },
    { kind: 'switch', name: 'balanceBeforeShipment', label: t('balanceBeforeShipment'), half: true },
    { kind: 'textarea', name: 'remark', label: t('remark') },
  ];
}

function Contacts(): ReactNode {
  const { t } = useTranslation('wholesale');
  return (
    <>
      <h3>{t('contacts')}</h3>
      <Form.List name="contacts">
        {(rows, { add, remove }) => (
          <div className="tw-wholesale-lines">
            <table>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.key}>
                    {(['name', 'phone', 'email'] as const).map((name) => (
                      <td key={name}>
                        <Form.Item
                          name={[row.name, name]}
                          rules={
                            name === 'name'
                              ? [{ required: true, message: t('form.required', { name: t('name') }) }]
                              : []
                          }
                        >
                          <Input placeholder={t(name)} aria-label={t(name)} maxLength={80} />
                        </Form.Item>
                      </td>
                    ))}
                    <td>
                      <Button
                        type="text"
                        icon={<DeleteOutlined />}
                        aria-label={t('removeLine')}
                        onClick={() => remove(row.name)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Button icon={<PlusOutlined />} onClick={() => add({ name: '', phone: '', email: '' })}>
              {t('addContact')}
            </Button>
          </div>
        )}
      </Form.List>
    </>
  );
}

function valuesOf(it: WholesaleCustomer | undefined): StartOf<typeof saveWholesaleCustomer> {
  if (!it)
    return {
      language: 'en',
      currency: 'USD',
      depositPercent: '30',
      termsDays: 0,
      balanceBeforeShipment: false,
      contacts: [],
      taxId: '',
      remark: '',
    };
  const { priceListName: _name, openAmount: _open, address, creditLimit, depositPercent, ...values } = it;
  return {
    ...values,
    address: address ?? {},
    creditLimit: creditLimit === null ? null : String(Number(creditLimit)),
    depositPercent: String(Number(depositPercent)),
  };
}
