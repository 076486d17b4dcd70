import type { FormInstance } from 'antd';

/**
 * Fills a field that no person has filled yet, as often as there is something new to propose. (`setFieldValue` and
 * `setFieldsValue` would count as the person's own choice.)
 */
export function propose(form: FormInstance, name: string | (string | number)[], value: unknown): void {
  if (!form.isFieldTouched(name)) form.setFields([{ name, value, touched: false }]);
}
