import './invariants/all.ts';

export type { BrokenRow, CheckResult } from './invariants/check.ts';
export { checkAll } from './invariants/run.ts';
