import { Form } from 'antd';
import { useEffect } from 'react';

/** A default that comes with a list still being fetched: it takes the field only if it is still empty. */
export function LateDefault({ name, value }: { name: string | (string | number)[]; value: unknown }): null {
  const form = Form.useFormInstance();
  const path = JSON.stringify(name);
  useEffect(() => {
    const field = JSON.parse(path) as string | (string | number)[];
    if (value !== undefined && form.getFieldValue(field) === undefined) form.setFieldValue(field, value);
  }, [form, path, value]);
  return null;
}
