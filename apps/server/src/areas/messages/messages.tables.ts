import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { companyKeyedTable, companyTable, instant, keyOf, reference } from '../../core/database/table.ts';

/** A message as it was sent. Its HTML is clean before it is stored. */
export const message = companyTable(
  'message',
  {
    kind: text('kind').notNull().default('notice'),
    thesis: text('thesis').notNull(),
    content: text('content').notNull(),
    /** 0: the program itself. */
    senderId: reference('sender_id').notNull(),
    sender: text('sender').notNull(),
    sentAt: instant('sent_at').notNull().defaultNow(),
    /** The subject, to open it from the message: "approval_request/12". */
    about: text('about'),
    senderDeleted: boolean('sender_deleted').notNull().default(false),
  },
  (t) => [index('message_sender').on(t.companyId, t.senderId, t.sentAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
);

/** A receiver's copy. */
export const messageCopy = companyKeyedTable(
  'message_copy',
  {
    receiverId: reference('receiver_id').notNull(),
    messageId: reference('message_id').notNull(),
    /** Copied from the message, so that a receiver's pages and days are ranges of an index. */
    sentAt: instant('sent_at').notNull().defaultNow(),
    /** The message's thesis in lower case, so that a search reads only these rows. */
    topic: text('topic').notNull().default(''),
    read: boolean('read').notNull().default(false),
    readAt: instant('read_at'),
    /** Shown as a standing notification until it is clicked. */
    alert: boolean('alert').notNull().default(true),
  },
  (t) => [
    keyOf(t.companyId, t.receiverId, t.messageId),
    index('message_copy_sent').on(
      t.companyId,
      t.receiverId,
      t.sentAt.desc().nullsFirst(),
      t.messageId.desc().nullsFirst(),
    ),
    index('message_copy_read').on(
      t.companyId,
      t.receiverId,
      t.read,
      t.sentAt.desc().nullsFirst(),
      t.messageId.desc().nullsFirst(),
    ),
    index('message_copy_message').on(t.companyId, t.messageId),
  ],
);

/** Written by the provider for all companies. */
export const bulletin = pgTable('bulletin', {
  id: text('id').primaryKey(),
  titleZh: text('title_zh').notNull(),
  titleEn: text('title_en').notNull(),
  contentZh: text('content_zh').notNull(),
  contentEn: text('content_en').notNull(),
  fromAt: instant('from_at').notNull(),
  untilAt: instant('until_at'),
});
