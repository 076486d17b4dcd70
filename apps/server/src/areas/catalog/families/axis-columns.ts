import type { ImportColumn } from '../../../core/imports.ts';

export const AXES = ['axis1', 'axis2', 'axis3'] as const;

/** The values of a variant in sheets of products. */
export const AXIS_COLUMNS: readonly ImportColumn[] = AXES.map((key, at) => ({
  key,
  title: [`规格 ${at + 1}`, `Axis ${at + 1}`] as const,
  example: '',
  hint: [
    '按商品系列的规格顺序填写，如颜色、尺码',
    'In the order of the family’s axes, such as color and size',
  ] as const,
}));
