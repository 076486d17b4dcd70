export { type Attachable, defineAttachable, keepFile } from './attachments.ts';
export {
  countOpened,
  defineLinkable,
  type Link,
  messageAbout,
  placeOf,
  type SharedPage,
  withdrawLinks,
} from './links.ts';
export { withLink } from './with-link.ts';
