export { type Attachable, defineAttachable } from './attachments.ts';
