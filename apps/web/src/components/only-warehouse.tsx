import { Form } from 'antd';
import { useEffect } from 'react';
import { useWarehouseOptions } from './place-options.ts';

/**
 * Whoever has one warehouse need not choose it: it takes the field once the list has come, if the field is still empty.
 * @param name of the field; the same array each time
 */
export function OnlyWarehouse({ name }: { name: string | readonly (string | number)[] }): null {
  const form = Form.useFormInstance();
  const warehouses = useWarehouseOptions();
  const only = warehouses.length === 1 ? warehouses[0]?.value : undefined;
  useEffect(() => {
    if (only !== undefined && form.getFieldValue(name) === undefined) form.setFieldValue(name, only);
  }, [form, name, only]);
  return null;
}
