export { type Approvable, type Description, registerApprovable } from './approvables.ts';
export { approvalRead } from './hooks.ts';
export { needsApproval, type Submitted, submitForApproval } from './submit.ts';
