/** For tests: an answer in which one field is not as it was documented. */
export interface Bent {
  /** "orderList.*.skuId null" */
  what: string;
  answer: unknown;
}

const swapCase = (text: string): string =>
  [...text].map((sign) => (sign === sign.toUpperCase() ? sign.toLowerCase() : sign.toUpperCase())).join('');

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'number') return `about ${value}`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : 7;
}

/** The object with `key` left out, null, of another type, and with its name and its text in other letters. */
function bendings(record: Readonly<Record<string, unknown>>, key: string): [how: string, record: object][] {
  const { [key]: value, ...rest } = record;
  return [
    ['left out', rest],
    ['null', { ...record, [key]: null }],
    ['of another type', { ...record, [key]: otherType(value) }],
    ['named in other letters', { ...rest, [swapCase(key)]: value }],
    ...(typeof value === 'string'
      ? [['in other letters', { ...record, [key]: swapCase(value) }] as [string, object]]
      : []),
  ];
}

/**
 * Every answer in which one field is bent, except the `needed` ones ("orderList.*.orderSn"; of a list all entries) and
 * the objects that hold them.
 */
export function* bent(answer: unknown, needed: readonly string[], at = ''): Generator<Bent> {
  if (Array.isArray(answer)) {
    for (const [index, one] of answer.entries())
      for (const inside of bent(one, needed, `${at}*.`)) yield { ...inside, answer: answer.with(index, inside.answer) };
    return;
  }
  if (typeof answer !== 'object' || answer === null) return;
  const record: Readonly<Record<string, unknown>> = { ...answer };
  for (const [key, value] of Object.entries(record)) {
    const path = `${at}${key}`;
    if (!needed.some((one) => one === path || one.startsWith(`${path}.`)))
      for (const [how, bentRecord] of bendings(record, key)) yield { what: `${path} ${how}`, answer: bentRecord };
    for (const inside of bent(value, needed, `${path}.`))
      yield { ...inside, answer: { ...record, [key]: inside.answer } };
  }
}
