import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShopOptions } from '../../../components/place-options.ts';
import { useExpenseChoices } from './choices.ts';

export interface Share {
  shopId?: number | null;
  departmentId?: number | null;
  share: string;
}

/** Which shops and departments share the amount. One of them alone has no share to enter. */
export function SharesField(): ReactNode {
  const { t } = useTranslation('finance');
  const shops = useShopOptions();
  const { departments } = useExpenseChoices();
  const search = { optionFilterProp: 'label' };
  return (
    <Form.List name="lines">
      {(rows, { add, remove }) => (
        <div className="tw-shares">
          <h3>{t('expense.shares')}</h3>
          <p className="tw-muted">{t('expense.shareHelp')}</p>
          {rows.map(({ key, name }) => (
            <div key={key} className="tw-share">
              <Form.Item name={[name, 'shopId']}>
                <Select
                  allowClear
                  showSearch={search}
                  options={shops}
                  placeholder={t('expense.shop')}
                  aria-label={t('expense.shop')}
                />
              </Form.Item>
              <Form.Item name={[name, 'departmentId']}>
                <Select
                  allowClear
                  showSearch={search}
                  options={departments}
                  placeholder={t('expense.department')}
                  aria-label={t('expense.department')}
                />
              </Form.Item>
              <Form.Item
                name={[name, 'share']}
                hidden={rows.length === 1}
                rules={[{ required: true, message: t('form.required', { name: t('expense.share') }) }]}
              >
                <InputNumber
                  stringMode
                  controls={false}
                  placeholder={t('expense.share')}
                  aria-label={t('expense.share')}
                />
              </Form.Item>
              {rows.length > 1 && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('expense.removeShare')}
                  onClick={() => remove(name)}
                />
              )}
            </div>
          ))}
          <div>
            <Button icon={<PlusOutlined />} onClick={() => add({ share: '1' })}>
              {t('expense.addShare')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}

/** What the form sends of the shares. */
export const sharesOf = (lines: readonly Share[]) =>
  lines.map(({ shopId, departmentId, share }) => ({
    shopId: shopId ?? null,
    departmentId: departmentId ?? null,
    share: String(share),
  }));
