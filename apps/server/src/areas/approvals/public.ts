export { type Approvable, type Description, registerApprovable } from './approvables.ts';
export { needsApproval, type Submitted, submitForApproval } from './submit.ts';
