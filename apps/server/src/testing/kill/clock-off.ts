// Loaded before a program whose clock is to be wrong: node --import clock-off.ts, by CLOCK_OFF_MS. The database's is right.
const off = Number(process.env.CLOCK_OFF_MS ?? 0);
globalThis.Date = new Proxy(Date, {
  construct: (date, values, target) => Reflect.construct(date, values.length > 0 ? values : [date.now() + off], target),
  get: (date, key) => (key === 'now' ? () => date.now() + off : Reflect.get(date, key)),
});
